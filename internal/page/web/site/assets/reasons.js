// Why a move is bad, in words. The program gives the reasons, which a proof or the best lines show.
import { counted } from "./noun.js";
import { other, title } from "./state.js";
import { written } from "./words.js";

// told returns the gravest reasons, such as "it loses 2 stones to h4→e7", or "". mover is the colour that
// made the move.
export const told = (reasons, mover, most = 1) =>
  reasons
    .slice(0, most)
    .map((reason) => `it ${phrases[reason.kind](reason, title(other(mover)))}`)
    .join(", and ");

// hiding returns the reasons that say nothing about the better move.
export const hiding = (reasons) => reasons.filter(({ kind }) => !kind.startsWith("misses"));

const phrases = {
  "lets-win": (reason, enemy) =>
    reason.moves.length
      ? `lets ${enemy} win by proof${within(reason)} with ${line(reason)}`
      : `loses at once`,
  "misses-win": (reason) => `misses a proven win${within(reason)} with ${line(reason)}`,
  "loses-stones": (reason) => `loses ${counted(reason.count, "stone")}${exchange(reason)} to ${line(reason)}`,
  "lets-cross": (reason, enemy) =>
    reason.moves.length === 1
      ? `lets ${enemy} cross with ${line(reason)}`
      : `lets ${enemy} cross in ${counted(reason.moves.length, "move")}, ${line(reason)}`,
  "misses-take": (reason) =>
    `misses ${line(reason)}, which takes ${counted(reason.count, "stone")}${exchange(reason)}`,
  "misses-cross": (reason) => `misses ${line(reason)}, which crosses`,
};

const within = ({ count }) => (count ? ` in ${counted(count, "move")}` : "");

const exchange = (reason) => (reason.for ? ` for ${reason.for}` : "");

const line = ({ moves }) => moves.map(written).join(" and ");
