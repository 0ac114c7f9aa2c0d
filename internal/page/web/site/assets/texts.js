// Positions and games as text, in and out.
import { call } from "./backend.js";
import { learn } from "./boards.js";
import { change } from "./game.js";
import * as link from "./link.js";
import { sentence } from "./words.js";
import { state, update, shown, isPerson, playerName, say } from "./state.js";

const $ = (id) => document.getElementById(id);
const dialog = () => $("texts");

// open shows the dialog with the texts of the position on the board.
export async function open() {
  if (!state.game || !state.live) return;
  tell("");
  dialog().showModal();
  $("text-in").value = "";
  $("text-notation").value = state.notation;
  await fill();
}

// movesText returns the moves with tags. The tags name everything without which the same moves
// would be a different game.
function movesText() {
  const { rules, start } = state.game,
    tags = [["Rules", rules], ...(start ? [["Start", start]] : []), ["Notation", notation()]];
  return [
    ...tags.map(([name, value]) => `[${name} "${value}"]`),
    ...state.live.line.map((m) => m[state.notation]),
  ].join(" ");
}

// notation returns the program's name for the chosen notation.
const notation = () => (state.notation === "head" ? "head" : "rear");

// names has the names of the notations on the page.
const names = { rear: "rear – rear", head: "rear – front" };

async function fill() {
  const { rules, start, moves, white, black } = state.game,
    view = shown();
  $("position-text").value = view.position;
  $("moves-text").value = movesText();
  $("position-link").value = address({ ...state.game, start: view.position, moves: [] });
  $("game-link").value = address(state.game);
  for (const id of ["record-text", "record-json"]) $(id).value = "";
  const name = (side) => playerName(rules, side.player);
  try {
    const { text, json } = await call("export", {
      rules,
      start,
      moves,
      white: name(white),
      black: name(black),
      notation: notation(),
    });
    $("record-text").value = text;
    $("record-json").value = json;
  } catch (error) {
    tell(error.message);
  }
}

const address = (game) => location.href.replace(/#.*/, "") + link.write(game);

function tell(text, calm = false) {
  $("texts-notice").textContent = text;
  $("texts-notice").classList.toggle("calm", calm);
}

// loaded tells the person how the page read a text that could be read in more than one way.
function loaded({ assumed, ambiguous, notation }) {
  const board = assumed ? `Loaded on the open board, ${state.live.name}.` : "Loaded.";
  if (!ambiguous) return `${board} You have both colours: choose a player for one colour to play on.`;
  const other = names[notation === "rear" ? "head" : "rear"];
  return (
    `${board} The moves are read as ${names[notation]}. Read as ${other}, the moves are another game: for that ` +
    `game, choose ${other} in “Copy or paste” and load the moves again.`
  );
}

// load opens a position, moves or a record as the game. An unreadable text changes nothing.
async function load() {
  const text = $("text-in").value.trim();
  if (!text) return tell("Paste a position, a list of moves, a game or a link first.");
  try {
    const read = await call("import", { text, rules: state.game.rules, notation: notation() }),
      { rules, start, moves } = read;
    const seat = (colour) =>
      isPerson(colour) ? state.game[colour] : { ...state.game[colour], player: "you" };
    await learn(rules);
    dialog().close();
    await change({ rules, start, moves, white: seat("white"), black: seat("black") }, { push: true });
    if (state.live && !state.failed) say(loaded(read), !read.ambiguous);
  } catch (error) {
    tell(sentence(error.message));
  }
}

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    tell("Copied.", true);
  } catch {
    field.select();
    tell("The text is selected: copy it with Ctrl-C.", true);
  }
}

export function listen() {
  $("texts-open").addEventListener("click", open);
  $("texts-close").addEventListener("click", () => dialog().close());
  $("load").addEventListener("click", load);
  $("text-notation").addEventListener("change", (event) => {
    update({ notation: event.target.value });
    tell("");
    fill();
  });
  for (const button of dialog().querySelectorAll("[data-copy]"))
    button.addEventListener("click", () => copy($(button.dataset.copy)));
  $("text-in").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) load();
  });
}
