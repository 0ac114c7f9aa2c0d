// Positions and games as text, in and out.
import { call } from "./backend.js";
import { learn } from "./boards.js";
import * as branches from "./branches.js";
import { copy, notify } from "./dom.js";
import { download } from "./download.js";
import { change } from "./game.js";
import * as link from "./link.js";
import { keep } from "./memory.js";
import { capital, joined, t } from "./language.js";
import { sentence } from "./words.js";
import { state, update, shown, boardName, isPerson, playersOn, say } from "./state.js";

const $ = (id) => document.getElementById(id);
const dialog = () => $("texts");

// open shows the dialog with the texts of the position on the board.
export async function open() {
  if (!state.game || !state.live) return;
  tell("");
  const n = state.branches.length;
  $("texts-beside").hidden = n === 0;
  $("texts-beside").textContent = t("texts.beside", { n });
  dialog().showModal();
  $("text-in").value = "";
  $("text-notation").value = state.notation;
  await fill();
}

// movesText returns the moves with tags. The tags name everything without which the same moves
// would be a different game.
function movesText() {
  const { rules, start } = state.game,
    tags = [["Rules", rules], ...(start ? [["Start", start]] : []), ["Notation", chosenNotation()]];
  return [
    ...tags.map(([name, value]) => `[${name} "${value}"]`),
    ...state.live.line.map((m) => m[state.notation]),
  ].join(" ");
}

// chosenNotation returns the program's name for the chosen notation.
const chosenNotation = () => (state.notation === "head" ? "head" : "rear");

// choose sets the notation of moves, which the browser remembers.
export function choose(notation) {
  update({ notation });
  keep("notation", notation);
}

// names has the names of the notations on the page.
const names = { rear: t("notation.rear"), head: t("notation.head") };

// recordName returns the name of a player in a record, which is the same in all languages.
const recordName = (rules, id) =>
  capital(id === "you" ? id : (playersOn(rules).find((p) => p.id === id)?.name ?? id));

async function fill() {
  const { rules, start, moves, white, black } = state.game,
    view = shown();
  $("position-text").value = view.position;
  $("moves-text").value = movesText();
  $("position-link").value = link.address({ ...state.game, start: view.position, moves: [] });
  $("game-link").value = link.address(state.game);
  for (const id of ["record-text", "record-json"]) $(id).value = "";
  $("save-file").disabled = true;
  try {
    const { text, json } = await call("export", {
      rules,
      start,
      moves,
      white: recordName(rules, white.player),
      black: recordName(rules, black.player),
      notation: chosenNotation(),
    });
    $("record-text").value = text;
    $("record-json").value = json;
    $("save-file").disabled = false;
  } catch (error) {
    tell(error.message);
  }
}

const tell = (text, calm) => notify($("texts-notice"), text, calm);

// loaded tells the person how the page read a text that could be read in more than one way.
function loaded({ assumed, ambiguous, notation, unlike }) {
  const board = assumed ? t("texts.loaded.open", { board: boardName(state.live) }) : t("texts.loaded"),
    read = { notation: names[notation], other: names[notation === "rear" ? "head" : "rear"] };
  if (ambiguous) return joined(board, t("texts.ambiguous", read));
  return joined(board, unlike && t("texts.read-as", read), t("texts.both"));
}

// readText reads a text in the chosen notation. If it is legal only in the other notation, such as an
// old list of moves, it reads it in that one, and the answer has unlike.
async function readText(text) {
  const read = (notation) => call("import", { text, rules: state.game.rules, notation });
  try {
    return await read(chosenNotation());
  } catch (error) {
    if (error.lost || error.busy) throw error;
    try {
      return { ...(await read(chosenNotation() === "head" ? "rear" : "head")), unlike: true };
    } catch {
      throw error;
    }
  }
}

// load opens a position, moves or a record as the game. An unreadable text changes nothing.
async function load() {
  const text = $("text-in").value.trim();
  if (!text) return tell(t("texts.empty"));
  try {
    const read = await readText(text),
      { rules, start, moves } = read;
    const seat = (colour) =>
      isPerson(colour) ? state.game[colour] : { ...state.game[colour], player: "you" };
    await learn(rules);
    dialog().close();
    branches.clear();
    await change({ rules, start, moves, white: seat("white"), black: seat("black") }, { push: true });
    if (state.live && !state.failed) say(loaded(read), !read.ambiguous);
  } catch (error) {
    tell(sentence(error.message));
  }
}

const mostBytes = 200_000; // of a file; a long game has some thousands

// openFile loads the text of a file.
async function openFile(file) {
  if (file.size > mostBytes) return tell(t("texts.large"));
  $("text-in").value = await file.text();
  return load();
}

// saveFile saves the game as a file that the page reads again.
function saveFile() {
  const blob = new Blob([$("record-text").value], { type: "text/plain" });
  download(`${document.title}.txt`, blob);
}

export function listen() {
  $("texts-open").addEventListener("click", open);
  $("texts-close").addEventListener("click", () => dialog().close());
  $("load").addEventListener("click", load);
  $("save-file").addEventListener("click", saveFile);
  $("open-file").addEventListener("click", () => $("text-file").click());
  $("text-file").addEventListener("change", async ({ target }) => {
    await openFile(target.files[0]);
    target.value = ""; // so that the same file can be opened again
  });
  $("text-notation").addEventListener("change", (event) => {
    choose(event.target.value);
    tell("");
    fill();
  });
  for (const button of dialog().querySelectorAll("[data-copy]"))
    button.addEventListener("click", async () => tell(await copy($(button.dataset.copy)), true));
  $("text-in").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) load();
  });
}
