// The replay of a self-play game, move by move, with the results of its searches.
import { Board } from "../board.js";
import { write } from "../link.js";
import { span } from "../moves.js";
import { written } from "../words.js";
import { count, percent } from "./format.js";
import { Drawing } from "./drawing.js";
import { resultText } from "./tables.js";
import { joined, t } from "./texts.js";

const $ = (id) => document.getElementById(id);
const pace = 800; // ms a move
const nothing = () => {};
const chance = (value) => percent(0.5 + 0.5 * value);

// Texts for games that ended before the rules ended them.
const endings = {
  proof: t("replay.proof"),
  repetition: t("replay.repetition"),
  stopped: t("replay.stopped"),
};

// whites returns White's value, given a frame with a search.
const whites = (frame) => (frame.search ? (frame.turn === "white" ? 1 : -1) * frame.search.value : null);

// stem returns the file of a checkpoint without its ending.
const stem = (file) => file.replace(/\.safetensors$/, "");

// startText says where a game begins, given its first position, or "" for the usual one. The text
// of a position from an earlier game ends with its ply. Other texts have no ply.
const startText = (position) =>
  position === ""
    ? t("replay.usual")
    : t(/ \d+$/.test(position) ? "replay.earlier" : "replay.scattered");

// players says which networks played a game.
function players({ model, opponent, opponent_side: side }) {
  if (!opponent) return t("replay.by", { model: stem(model) });
  const older = { opponent: stem(opponent), side: t(`side.${side}`) };
  return t("replay.against", { model: stem(model), ...older });
}

export class Replay {
  constructor() {
    Object.assign(this, { game: null, ply: 0, timer: 0 });
    this.board = new Board($("board"), {
      onClick: nothing,
      onEnter: nothing,
      onGrab: nothing,
      onDrop: nothing,
      onHover: nothing,
      onCursor: nothing,
    });
    this.values = new Drawing($("value-plot"), {
      height: 120,
      alone: true,
      bare: true,
      format: chance,
      onClick: (i) => this.look(i),
      scales: { y: { range: [-1, 1] } },
      series: [{ label: t("replay.chances"), colour: "--c1", points: false }],
      hooks: { draw: [(u) => this.markPly(u)] },
    });
    const on = (id, action) => $(id).addEventListener("click", action);
    on("first", () => this.look(0));
    on("previous", () => this.look(this.ply - 1));
    on("next", () => this.look(this.ply + 1));
    on("last", () => this.look(Infinity));
    on("run-on", () => (this.timer ? this.stop() : this.start()));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // show opens a game, and plays it if going is true.
  show(game, going) {
    this.game = game;
    $("replay").hidden = false;
    $("game-title").textContent = t("replay.game", { number: count(game.number), result: resultText(game) });
    const opening = game.random && t("replay.drawn", { n: game.random }),
      parts = [players(game), startText(game.start), opening].filter(Boolean);
    $("game-facts").textContent = joined(`${parts.join(", ")}.`, endings[game.reason]);
    const columns = [game.frames.map((f) => f.ply), game.frames.map(whites)];
    this.values.draw("ply", [{ name: "", columns }], { end: game.frames.length - 1 });
    this.look(going ? 0 : Math.min(game.random, game.frames.length - 1));
    if (going) this.start();
  }

  look(ply, going = false) {
    if (!this.game) return;
    if (!going) this.stop();
    this.ply = Math.max(0, Math.min(this.game.frames.length - 1, ply));
    this.draw();
  }

  start() {
    this.look(this.ply === this.game.frames.length - 1 ? 0 : this.ply);
    this.timer = setInterval(() => {
      if (this.ply >= this.game.frames.length - 1) return this.stop();
      this.look(this.ply + 1, true);
    }, pace);
    $("run-on").textContent = t("replay.stop");
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    $("run-on").textContent = t("replay.play");
  }

  key(event) {
    if (!this.game || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input"))
      return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.look(this.ply + step);
  }

  draw() {
    const { game, ply } = this,
      frame = game.frames[ply],
      played = game.frames[ply + 1]?.last;
    const view = { ...frame, width: game.width, height: game.height };
    const marks = {
      turn: frame.turn,
      movable: new Set(),
      chosen: null,
      faint: false,
      targets: [],
      phalanxes: [],
      rears: [],
      move: null,
      last: frame.last,
      pending: false,
    };
    this.board.draw(view, false, marks, arrows(frame, played));
    $("ply-facts").textContent = facts(game, frame);
    $("policy").replaceChildren(...(frame.search?.policy ?? []).map((c) => line(c, played)));
    this.values.plot?.redraw(false);
    const link = {
      rules: game.rules,
      start: game.start,
      moves: game.frames.slice(1).map((f) => f.last.text),
      white: { player: "you" },
      black: { player: "you" },
      seed: 0,
    };
    $("open-in-play").href = `./${write(link)}&ply=${ply}`; // with the rest of the game
  }

  // markPly marks the position on the board in the curve of values, and draws the line of even
  // chances.
  markPly(u) {
    const x = u.valToPos(this.ply, "x", true),
      even = u.valToPos(0, "y", true),
      { left, top, width, height } = u.bbox,
      context = u.ctx;
    const style = getComputedStyle(document.documentElement);
    context.save();
    context.lineWidth = devicePixelRatio;
    context.strokeStyle = style.getPropertyValue("--quiet");
    context.beginPath();
    context.moveTo(left, even);
    context.lineTo(left + width, even);
    context.stroke();
    context.lineWidth = 2 * devicePixelRatio;
    context.strokeStyle = style.getPropertyValue("--c2");
    context.beginPath();
    context.moveTo(x, top);
    context.lineTo(x, top + height);
    context.stroke();
    context.restore();
  }
}

// arrows shows the policy and the played move.
function arrows(frame, played) {
  const of = (move, width, kind) => ({ ...span(move), width, kind });
  const list = (frame.search?.policy ?? [])
    .slice(0, 6)
    .map((c, i) => of(c.move, 2.5 + 11 * Math.sqrt(c.p), `policy${i ? "" : " first"}`))
    .reverse();
  return played ? [...list, of(played, 3, "best first")] : list;
}

function facts(game, frame) {
  const { ply, search } = frame,
    last = game.frames.length - 1;
  const after = t("replay.after", { n: last, ply }),
    turn = { after, side: t(`side.${frame.turn}`) };
  if (search)
    return joined(
      t("replay.turn", turn),
      t(search.full ? "replay.full" : "replay.fast", { chance: chance(whites(frame)) }),
    );
  if (ply < game.random) return t("replay.random", turn);
  return ply === last ? t("replay.result", { after, result: resultText(game) }) : t("replay.turn", turn);
}

// line returns the list entry of a policy move.
function line({ move, p }, played) {
  const node = document.createElement("li"),
    name = document.createElement("span"),
    bar = document.createElement("meter"),
    share = document.createElement("span");
  name.textContent = written(move);
  bar.max = 1;
  bar.value = p;
  share.textContent = percent(p);
  share.className = "quiet";
  if (played && move.text === played.text) node.className = "played";
  node.append(name, bar, share);
  return node;
}
