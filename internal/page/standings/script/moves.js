// The list of the moves of a game, and the figures of its moves.
import { element } from "./elements.js";

export const value = (v) => (v === null ? "" : (v < 0 ? "−" : v > 0 ? "+" : "") + Math.abs(v).toFixed(2));

function figures(v) {
  return v >= 99.95 ? v.toFixed(0) : v >= 9.995 ? String(+v.toFixed(1)) : String(+v.toFixed(2));
}

export function duration(micros) {
  if (!micros) return "";
  return micros < 1e3
    ? `${micros} µs`
    : micros < 1e6
      ? `${figures(micros / 1e3)} ms`
      : `${figures(micros / 1e6)} s`;
}

export function short(n) {
  if (!n) return "";
  for (const [size, unit] of [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ])
    if (n >= size * 0.9995) return figures(n / size) + unit;
  return String(n);
}

// listMoves fills the list of moves, with only the columns that have data.
export function listMoves(frame, decoded, jump) {
  const { plies } = decoded;
  const extra = [
    ["value", (p) => value(p.value)],
    ["time", (p) => duration(p.micros)],
    ["nodes", (p) => short(p.nodes)],
  ].filter(([, text]) => plies.some((p) => text(p)));
  const head = element(
    "tr",
    {},
    element("th", { scope: "col", colspan: 2 }, "move"),
    ...extra.map(([name]) => element("th", { scope: "col", class: "num" }, name)),
  );
  const body = element("tbody", {});
  plies.forEach((p, i) => {
    const colour = p.colour === 1 ? "White" : "Black";
    const button = element(
      "button",
      {
        type: "button",
        "aria-label": `ply ${i + 1}, ${colour} ${p.text}${p.given ? ", given" : ""}`,
      },
      element("span", { class: p.colour === 1 ? "dot white" : "dot black" }),
      p.text,
    );
    const line = element(
      "tr",
      p.given ? { class: "given" } : {},
      element("td", { class: "num quiet" }, String(i + 1)),
      element("td", {}, button),
      ...extra.map(([, text]) => element("td", { class: "num" }, text(p))),
    );
    line.onclick = () => jump(i + 1);
    body.append(line);
  });
  frame.replaceChildren(element("table", {}, element("thead", {}, head), body));
}

// markMove marks the shown ply and keeps it in sight.
export function markMove(frame, ply) {
  const lines = frame.querySelectorAll("tbody tr");
  frame.querySelector("tr.shown")?.classList.remove("shown");
  frame.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = lines[ply - 1];
  if (!line) {
    frame.scrollTop = 0;
    return;
  }
  line.classList.add("shown");
  line.querySelector("button").setAttribute("aria-current", "true");
  const top = line.offsetTop,
    head = frame.querySelector("thead").offsetHeight;
  if (top - head < frame.scrollTop || top + line.offsetHeight > frame.scrollTop + frame.clientHeight) {
    frame.scrollTop = top - frame.clientHeight / 2;
  }
}
