// The players: a strip above the board and one below it. Each has a colour's player, level, captured
// stones and stones on the far row.
import { t } from "./language.js";
import { seat } from "./game.js";
import { state, shown, other, over, upsideDown, playerNames } from "./state.js";
import { fit, options, put, write } from "./dom.js";

const $ = (id) => document.getElementById(id);

export function draw() {
  if (!state.game) return;
  const bottom = upsideDown() ? "black" : "white";
  put($("seat-bottom"), $(`seat-${bottom}`));
  put($("seat-top"), $(`seat-${other(bottom)}`));
  for (const colour of ["white", "black"]) drawSeat(colour);
}

function drawSeat(colour) {
  const { player, level } = state.game[colour],
    view = shown();
  options($(colour), [["you", t("you")], ...playerNames(state.game.rules)], player);
  options(
    $(`${colour}-level`),
    state.choices.levels.map((l) => [String(l.level), `${l.level} · ${t(`level.${l.level}`)}`]),
    String(level),
  );
  $(`${colour}-level`).hidden = player === "you";
  const far = view?.[colour].far ?? 0;
  write($(`far-${colour}`).querySelector("strong"), String(far));
  $(`far-${colour}`).hidden = !view;
  drawTray($(`tray-${colour}`), view?.taken[colour] ?? 0);
  drawPips($(`pips-${colour}`), view ? far : 0);
  $(`seat-${colour}`).classList.toggle("ahead", Boolean(view) && far > view[other(colour)].far);
  const toMove = Boolean(view) && view.turn === colour && !(state.live && over() && state.ply === null);
  $(`seat-${colour}`).classList.toggle("to-move", toMove);
  $(`seat-${colour}`).classList.toggle("thinking", toMove && state.thinking === "move" && state.ply === null);
}

const pips = 5; // shown places, unless more stones have crossed

// drawPips shows the stones on the far row as dots.
function drawPips(place, far) {
  fit(place, Math.max(pips, far), () => document.createElement("i"));
  [...place.children].forEach((pip, i) => pip.classList.toggle("on", i < far));
}

const pile = 5; // most stones in the drawing of a tray

// drawTray shows the captured stones: a pile of some, and their number.
function drawTray(place, taken) {
  const [stones, number, words] = place.children,
    text = taken ? t("captured", { n: taken }) : "";
  fit(stones, Math.min(taken, pile), () => document.createElement("i"));
  write(number, taken ? String(taken) : "");
  write(words, text);
  place.title = text;
}

export function listen() {
  for (const colour of ["white", "black"]) {
    $(colour).addEventListener("change", (event) => seat(colour, { player: event.target.value }));
    $(`${colour}-level`).addEventListener("change", (event) =>
      seat(colour, { level: Number(event.target.value) }),
    );
  }
}
