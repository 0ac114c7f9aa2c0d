// Why a move is bad, in words. The program gives the reasons, which a proof or the best lines show.
import { t } from "./language.js";
import { other, sideName } from "./state.js";
import { written } from "./words.js";

// told returns the gravest reasons, such as "it loses 2 stones to h4→e7", or "". mover is the colour that
// made the move.
export const told = (reasons, mover, most = 1) =>
  reasons
    .slice(0, most)
    .map((reason) => phrase(reason, sideName(other(mover))))
    .reduce((a, b) => (a ? t("reason.joint", { a, b }) : b), "");

// hiding returns the reasons that say nothing about the better move.
export const hiding = (reasons) => reasons.filter(({ kind }) => !kind.startsWith("misses"));

// phrase says what is bad. A text has more words if a number is known, or if the game is over.
function phrase({ kind, count, for: lost, moves }, enemy) {
  const line = moves.map(written).reduce((a, b) => (a ? t("reason.and", { a, b }) : b), "");
  const say = (more, values) => t(`reason.${kind}${more}`, { enemy, line, ...values });
  switch (kind) {
    case "lets-win":
    case "misses-win":
      if (kind === "lets-win" && !line) return say(".now");
      return count ? say(".in", { n: count }) : say("");
    case "lets-cross":
      return moves.length === 1 ? say("") : say(".in", { n: moves.length });
    case "loses-stones":
    case "misses-take":
      return say(lost ? ".for" : "", { n: count, for: lost });
  }
  return say("");
}
