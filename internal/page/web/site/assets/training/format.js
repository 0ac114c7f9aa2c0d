// Numbers in words.

export const count = (n) => Math.round(n).toLocaleString("en").replaceAll(",", "\u202f");

export const percent = (share, digits = 0) => `${(100 * share).toFixed(digits)}%`;

// short writes a number in about three digits: 46.5k.
export function short(n) {
  const size = Math.abs(n);
  if (size >= 1e6) return `${(n / 1e6).toFixed(size < 1e7 ? 2 : 1)}M`;
  if (size >= 1e4) return `${(n / 1e3).toFixed(size < 1e5 ? 1 : 0)}k`;
  if (size >= 100 || Number.isInteger(n)) return count(n);
  return size >= 10 ? n.toFixed(1) : n.toFixed(size >= 1 ? 2 : 3);
}

// tick writes a number beside an axis, without needless zeros.
export function tick(n) {
  const [size, unit] = Math.abs(n) >= 1e6 ? [1e6, "M"] : Math.abs(n) >= 1e4 ? [1e3, "k"] : [1, ""];
  return `${+(n / size).toPrecision(6)}${unit}`;
}

// time writes a time in seconds: 45 s, 12 min, 3 h 05.
export function time(seconds) {
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min${s < 600 && s % 60 ? ` ${s % 60} s` : ""}`;
  return `${Math.floor(s / 3600)} h ${String(Math.floor((s % 3600) / 60)).padStart(2, "0")}`;
}

// elo writes a rating, which may be "inf" or "-inf".
export function elo(v) {
  if (v === "inf") return "+∞";
  if (v === "-inf") return "−∞";
  const n = Math.round(v);
  return n < 0 ? `−${-n}` : `+${n}`;
}

// interval writes a rating with its bounds.
export function interval({ estimate, low, high }) {
  if (low === "-inf" && high === "inf") return "anything";
  if (high === "inf") return `above ${elo(low)}`;
  if (low === "-inf") return `below ${elo(high)}`;
  return `${elo(estimate)} [${elo(low)}, ${elo(high)}]`;
}

export const number = (v) => (v === "inf" ? Infinity : v === "-inf" ? -Infinity : v);

export const title = (text) => text[0].toUpperCase() + text.slice(1);
