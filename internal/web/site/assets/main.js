// The page: what the person does changes the game, the server is asked about it, and everything is drawn anew.
import * as server from "./server.js";
import * as link from "./link.js";
import { Board } from "./board.js";
import { refusalOf } from "./squares.js";
import { drawMoves, drawRules, ending, opinion, title } from "./words.js";

const $ = (id) => document.getElementById(id);
const hintLevel = 6;

let choices; // what can be played
let game; // rules, start, moves, you, level, seed, flipped: all that the address holds
let live = null; // what the server says of the game
let past = null; // and of the earlier position that is looked at, if one is
let rear = null; // the square of the stone that was chosen
let hover = null; // the square that the pointer is on
let hint = null; // a move
let search = null; // { abort, kind } of what the engine is asked
let failed = false; // the server's last answer did not come
let stale = false; // so that live is an earlier position of the game
let spoken = ""; // what the engine thinks of its last move
let turns = 0; // counts changes of the game, so that late answers are dropped

const view = () => past ?? live;
const movesFrom = (square) => live.moves.filter((m) => m.rear === square);
const aims = (square) => rear && movesFrom(rear).find((m) => m.landing.at(-1) === square);
const over = () => live.outcome !== "*";
const mayMove = () => live && !stale && !past && !over() && (game.you === "both" || game.you === live.turn);

const board = new Board($("board"), {
  onClick: click,
  onGrab: (square) => { if (mayMove() && rear !== square && movesFrom(square).length) { rear = square; say(""); } },
  onDrop: drop,
  onHover: (square) => { if (square !== hover) { hover = square; if (rear) draw(); } },
  onCursor: (square) => { hover = square; draw(); say(describe(square), true); },
  onCancel: () => { rear = null; say(""); draw(); },
});

// say answers what was done; what is no objection is said calmly.
function say(text, calm = false) {
  $("notice").textContent = text;
  $("notice").classList.toggle("calm", calm);
}

function describe(square) {
  const colour = ["white", "black"].find((c) => view()[c].stones.includes(square));
  return square + (colour ? `, ${colour} stone` : ", empty") + (aims(square) ? ", can be reached" : "");
}

// click chooses a stone, moves to a marked square, or says why it does neither.
function click(square) {
  if (!live) return;
  if (past) return say("You are looking back: press ›| to return to the game.");
  if (over()) return say("The game is over: take a move back or begin a new game.");
  if (!mayMove()) return say(failed ? "An answer is missing: ask again." : "The engine is thinking.");
  const move = aims(square);
  if (move) return play(move.text);
  if (live[live.turn].stones.includes(square)) return choose(square);
  if (rear) return say(refusalOf(live, rear, square));
  say(`Click one of ${title(live.turn)}'s stones first.`);
}

// drop ends a drag: of the hindmost stone to where the front stone shall land.
function drop(from, square) {
  if (!mayMove() || !live[live.turn].stones.includes(from)) return click(square);
  if (rear !== from) return say(stuckText(from));
  const move = aims(square);
  if (move) return play(move.text);
  rear = null;
  say(refusalOf(live, from, square));
  draw();
}

function choose(square) {
  rear = rear === square ? null : square;
  const stuck = rear && !movesFrom(rear).length;
  if (stuck) rear = null;
  say(stuck ? stuckText(square) : "");
  draw();
}

function stuckText(square) {
  return live.single && board.isFar(square, live.turn) ? "A stone that has crossed never moves again." : `No phalanx that ends on ${square} can move. Click the hindmost stone of a line.`;
}

function play(text) {
  change({ moves: [...game.moves, text] });
}

// change alters the game, asks what has become of it, and lets the engine move if it is its turn.
async function change(fields, { push = false, words = "" } = {}) {
  stop();
  game = { ...game, ...fields };
  rear = hint = past = null;
  failed = false;
  spoken = words;
  say("");
  history[push ? "pushState" : "replaceState"](null, "", link.write(game));
  const turn = ++turns;
  try {
    const answer = await server.position(game, game.moves);
    if (turn !== turns) return;
    live = answer;
    stale = false;
  } catch (error) {
    if (turn === turns) unanswered(error);
    return;
  }
  draw();
  engineMoves();
}

// unanswered keeps a game that the server has not answered to, and gives up one that it refuses, as from a damaged link.
function unanswered(error) {
  failed = stale = error.lost;
  if (!error.lost) {
    live = null;
    clear();
  }
  $("retry").hidden = !failed;
  say(error.message);
  draw();
}

// clear shows that there is no game.
function clear() {
  for (const id of ["board", "moves", "far-black", "far-white"]) $(id).replaceChildren();
  for (const id of ["position-text", "moves-text"]) $(id).value = "";
  for (const id of ["undo", "hint", "flip", "first", "previous", "next", "last"]) $(id).disabled = true;
  $("banner").hidden = true;
  $("status").textContent = "This game cannot be shown. Begin a new one.";
}

// think asks the engine, and returns nothing if it was stopped or did not answer.
async function think(kind, level) {
  const abort = new AbortController();
  search = { abort, kind };
  failed = false;
  draw();
  try {
    return await server.move(game, level, abort.signal);
  } catch (error) {
    if (search?.abort !== abort || error.name === "AbortError") return undefined;
    failed = kind === "move";
    say(error.message);
    return undefined;
  } finally {
    if (search?.abort === abort) search = null;
    draw();
  }
}

function stop() {
  search?.abort.abort();
  search = null;
}

async function engineMoves() {
  if (over() || game.you === "both" || game.you === live.turn) return;
  const turn = turns, answer = await think("move", game.level);
  if (!answer || turn !== turns) return;
  change({ moves: [...game.moves, answer.move.text] }, { words: opinion(answer) });
}

async function askHint() {
  if (!mayMove() || search) return;
  say("");
  const turn = turns, answer = await think("hint", hintLevel);
  if (!answer || turn !== turns) return;
  hint = answer.move;
  rear = null;
  spoken = `Hint: ${answer.move[$("notation").value]}. ` + opinion(answer);
  draw();
}

// undone returns the number of moves that stay when a person takes back: the next to move is that person.
function undone() {
  const first = live.line.length % 2 === 0 ? live.turn : live.turn === "white" ? "black" : "white";
  const turnAt = (n) => (n % 2 === 0 ? first : first === "white" ? "black" : "white");
  for (let n = game.moves.length - 1; n >= 0; n--) if (game.you === "both" || turnAt(n) === game.you) return n;
  return -1;
}

function undo() {
  if (!live) return;
  const n = undone();
  if (n < 0) return say("There is no move of yours to take back.");
  change({ moves: game.moves.slice(0, n) });
}

function newGame(rules = live ? game.rules : choices.open) {
  change({ rules, start: "", moves: [], seed: Math.floor(Math.random() * 2 ** 32) }, { push: true });
}

function flip() {
  game.flipped = !game.flipped;
  history.replaceState(null, "", link.write(game));
  draw();
}

// look shows the game after so many moves.
async function look(n) {
  n = Math.max(0, Math.min(n, game.moves.length));
  rear = null;
  say("");
  if (n === game.moves.length) { past = null; return draw(); }
  const turn = turns;
  try {
    const answer = await server.position(game, game.moves.slice(0, n));
    if (turn !== turns) return;
    past = answer;
    draw();
  } catch (error) {
    say(error.message);
  }
}

function marks() {
  const aim = hover && aims(hover);
  return {
    mine: mayMove(),
    targets: rear ? movesFrom(rear) : [],
    selected: rear ? (aim ? aim.phalanx : [rear]) : [],
    leaving: new Set(aim ? aim.phalanx : []),
    landing: new Set(aim ? aim.landing : []),
    captured: aim ? aim.captured : [],
    last: view().last,
    hint: past ? null : hint,
  };
}

function statusText() {
  if (past) return `After move ${past.line.length} of ${live.line.length}.`;
  if (over()) return "";
  if (search?.kind === "move") return "The engine is thinking…";
  if (search?.kind === "hint") return "Looking for a hint…";
  if (failed) return "The server has not answered.";
  const whose = game.you === "both" ? `${title(live.turn)} to move.` : mayMove() ? "Your move." : "";
  return `${whose} ${spoken}`.trim();
}

function draw() {
  if (!live) return;
  board.draw(view(), game.flipped !== (game.you === "black"), marks());
  $("status").textContent = statusText();
  $("banner").hidden = !over();
  $("banner").textContent = over() ? ending(live, game.you) : "";
  const flipped = game.flipped !== (game.you === "black"), far = (c) => `${title(c)}: ${view()[c].far} on the far row`;
  $("far-black").textContent = far(flipped ? "white" : "black");
  $("far-white").textContent = far(flipped ? "black" : "white");
  $("undo").disabled = undone() < 0;
  $("flip").disabled = false;
  $("hint").disabled = !mayMove() || search !== null;
  $("retry").hidden = !failed;
  drawMoves($("moves"), live, view().line.length, $("notation").value, look);
  $("first").disabled = $("previous").disabled = view().line.length === 0;
  $("next").disabled = $("last").disabled = !past;
  drawRules($("capture-rule"), $("limit-rule"), live);
  $("position-text").value = view().position;
  $("moves-text").value = live.line.map((m) => m[$("notation").value]).join(" ");
  settings();
}

// settings shows what the game is played with, also when it came from a link.
function settings() {
  if (![...$("rules").options].some((o) => o.value === game.rules)) $("rules").add(new Option(game.rules, game.rules));
  $("rules").value = game.rules;
  $("you").value = game.you;
  $("level").value = game.level;
}

async function copy(field) {
  try {
    await navigator.clipboard.writeText($(field).value);
    say("Copied.", true);
  } catch {
    $(field).select();
    say("The text is selected: copy it with Ctrl-C.", true);
  }
}

function open() {
  return link.read(location.hash, choices.levels) ??
    { rules: choices.open, start: "", moves: [], you: "white", level: 1, seed: Math.floor(Math.random() * 2 ** 32), flipped: false };
}

function listen() {
  const on = (id, event, action) => $(id).addEventListener(event, action);
  on("undo", "click", undo);
  on("hint", "click", askHint);
  on("flip", "click", flip);
  on("new", "click", () => newGame());
  on("retry", "click", () => { say(""); stale || !live ? change({}) : engineMoves(); });
  on("rules", "change", () => newGame($("rules").value));
  on("you", "change", () => change({ you: $("you").value, flipped: false }));
  on("level", "change", () => { game.level = Number($("level").value); history.replaceState(null, "", link.write(game)); });
  on("notation", "change", draw);
  on("first", "click", () => look(0));
  on("previous", "click", () => look(view().line.length - 1));
  on("next", "click", () => look(view().line.length + 1));
  on("last", "click", () => look(Infinity));
  on("copy-position", "click", () => copy("position-text"));
  on("copy-moves", "click", () => copy("moves-text"));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input")) return;
    const action = { u: undo, h: askHint, f: flip, n: () => newGame() }[event.key.toLowerCase()];
    if (!action || !live) return;
    event.preventDefault();
    action();
  });
  const reopen = () => { game = open(); change({}); };
  addEventListener("popstate", reopen);
}

async function begin() {
  try {
    choices = await server.boards();
  } catch (error) {
    return say(error.message);
  }
  $("opponent").textContent = `against ${choices.boards.find((b) => b.rules === choices.open).players[0].name}`;
  for (const b of choices.boards) $("rules").add(new Option(b.name, b.rules));
  for (const l of choices.levels) $("level").add(new Option(`${l.level} · ${l.name}`, l.level));
  if (matchMedia("(max-width: 860px)").matches) $("how").open = false;
  game = open();
  listen();
  change({});
}

begin();
