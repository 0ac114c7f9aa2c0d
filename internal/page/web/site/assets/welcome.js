// What a new visitor can do: learn the rules, play at once, or play with another person. The card
// goes away for good when the visitor has chosen or has made a move.
import { change, seat } from "./game.js";
import { t, translate } from "./language.js";
import { keep, kept } from "./memory.js";
import { state, update, playersOn, isPerson } from "./state.js";

const $ = (id) => document.getElementById(id);

// A visitor is new without an address of a game, and without a memory of a visit.
let fresh = !location.hash && kept("welcome") === undefined && kept("lesson") === undefined;

const card = `
  <h2 data-text="welcome.new"></h2>
  <p data-text="welcome.text"></p>
  <div class="buttons">
    <a class="button primary" href="#learn" data-text="welcome.learn"></a>
    <button id="welcome-play" type="button" data-text="welcome.play"></button>
    <button id="welcome-two" type="button" data-text="two"></button>
  </div>`;

function dismiss() {
  fresh = false;
  keep("welcome", "seen");
  update({});
}

// both is true if persons play both colours.
const both = () => isPerson("white") && isPerson("black");

// toggle gives both colours to persons, or Black to the first player of the board.
function toggle() {
  if (both()) return seat("black", { player: playersOn(state.game.rules)[0].id });
  const you = (colour) => ({ ...state.game[colour], player: "you" });
  change({ white: you("white"), black: you("black") });
}

export function listen() {
  const node = document.createElement("section");
  Object.assign(node, { id: "welcome", className: "panel welcome", hidden: true, innerHTML: card });
  node.setAttribute("aria-label", t("welcome"));
  translate(node);
  document.querySelector("aside").prepend(node);
  $("welcome-play").addEventListener("click", dismiss);
  $("welcome-two").addEventListener("click", () => {
    dismiss();
    toggle();
  });
  $("two").addEventListener("click", toggle);
}

export function draw() {
  const { game, live, lesson } = state;
  if (fresh && (lesson || game?.moves.length)) dismiss();
  $("welcome").hidden = !fresh || !live || lesson !== null;
  $("two").disabled = !live;
  $("two").setAttribute("aria-pressed", Boolean(game) && !lesson && both());
}
