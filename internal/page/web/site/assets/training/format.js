// Numbers in words.
import { language, number as written, percentage, t } from "./texts.js";

// count writes a number with thin spaces between its thousands, as all languages can read it.
export const count = (n) => Math.round(n).toLocaleString("en").replaceAll(",", "\u202f");

export const percent = (share, digits = 0) => percentage(100 * share, digits);

// fixed rounds a number as toFixed does, and writes it in the language of the page.
export const fixed = (n, digits) => written(Number(n.toFixed(digits)), digits);

// short writes a number in about three digits: 46.5k.
export function short(n) {
  const size = Math.abs(n);
  if (size >= 1e6) return `${fixed(n / 1e6, size < 1e7 ? 2 : 1)}M`;
  if (size >= 1e4) return `${fixed(n / 1e3, size < 1e5 ? 1 : 0)}k`;
  if (size >= 100 || Number.isInteger(n)) return count(n);
  return fixed(n, size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

// plain writes a number without needless zeros, and without the sign of a negative zero.
export const plain = (n) =>
  (n + 0).toLocaleString(language, { maximumSignificantDigits: 6, useGrouping: false });

// tick writes a number beside an axis, without needless zeros.
export function tick(n) {
  const [size, unit] = Math.abs(n) >= 1e6 ? [1e6, "M"] : Math.abs(n) >= 1e4 ? [1e3, "k"] : [1, ""];
  return `${plain(n / size)}${unit}`;
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
  if (low === "-inf" && high === "inf") return t("elo.any");
  if (high === "inf") return t("elo.above", { elo: elo(low) });
  if (low === "-inf") return t("elo.below", { elo: elo(high) });
  return `${elo(estimate)} [${elo(low)}, ${elo(high)}]`;
}

export const number = (v) => (v === "inf" ? Infinity : v === "-inf" ? -Infinity : v);
