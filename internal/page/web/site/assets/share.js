// The dialog that shares a finished game: a link to it, a picture of its end, and a film of its moves.
import { copy, notify } from "./dom.js";
import { download } from "./download.js";
import { film } from "./film.js";
import { positionOf } from "./game.js";
import { address } from "./link.js";
import { t } from "./language.js";
import { draw } from "./picture.js";
import { state, alone, isPerson, onlyEngine, other, playerName, sideName, upsideDown } from "./state.js";
import { winnerOf } from "./words.js";

const $ = (id) => document.getElementById(id);

let picture = null; // the file with the picture, once it is drawn
let filming = null; // an AbortController while a film is made

// open shows the dialog and draws the picture.
export async function open() {
  tell("");
  picture = null;
  drawButtons();
  $("share-link").value = address(state.game);
  $("sharing").showModal();
  const { live, game } = state,
    result = headline(),
    facts = length();
  $("share-picture").setAttribute("aria-label", t("share.picture", { result, facts }));
  try {
    await draw($("share-picture"), {
      view: live,
      flipped: upsideDown(),
      title: result,
      facts,
      players: Object.fromEntries(["white", "black"].map((colour) => [colour, named(game, colour)])),
      curve: $("ending-graph").hasAttribute("hidden") ? null : $("ending-graph"),
      address: location.protocol === "https:" ? location.host + location.pathname : "", // others are local
    });
    const blob = await new Promise((done) => $("share-picture").toBlob(done, "image/png"));
    if (live === state.live && blob) picture = new File([blob], `${document.title}.png`, { type: blob.type });
  } catch {
    tell(t("share.no-picture"));
  }
  drawButtons();
}

// headline returns the result, such as "Won 2 to 1". Only a person who plays an engine has won or lost.
function headline() {
  const winner = winnerOf(state.live);
  if (!winner) return t("draw");
  const [own, theirs] = [winner, other(winner)].map((colour) => state.live[colour].far),
    far = (result, a, b) => (own > theirs ? t("share.far", { result, a, b }) : result);
  if (!alone()) return far(t("wins", { side: sideName(winner) }), own, theirs);
  return isPerson(winner) ? far(t("share.won"), own, theirs) : far(t("share.lost"), theirs, own);
}

function length() {
  const engine = onlyEngine();
  const n = state.live.line.length;
  return engine ? t("share.against", { n, level: state.game[engine].level }) : t("share.facts", { n });
}

// named returns the name and the level of a colour's player.
function named({ rules, ...game }, colour) {
  const { player, level } = game[colour];
  if (player === "you") return { name: t(alone() ? "share.me" : colour), level: "" };
  return { name: playerName(rules, player), level: t("share.level", { level }) };
}

// saveFilm makes the film of the game, and saves it. Closing the dialog ends the work.
async function saveFilm() {
  const { moves } = state.game,
    bar = Object.assign($("share-progress"), { max: moves.length + 1, value: 0 });
  filming = new AbortController();
  const { signal } = filming;
  drawButtons();
  tell("");
  try {
    const bytes = await film({
      count: moves.length + 1,
      viewAt: (n) => positionOf(moves.slice(0, n)),
      flipped: upsideDown(),
      signal,
      onFrame: (n) => (bar.value = n),
    });
    download(`${document.title}.gif`, new Blob([bytes], { type: "image/gif" }));
  } catch {
    if (!signal.aborted) tell(t("share.no-film"));
  }
  if (signal === filming?.signal) filming = null;
  drawButtons();
}

function drawButtons() {
  $("share-save").disabled = !picture;
  $("share-film").disabled = Boolean(filming);
  $("share-progress").hidden = !filming;
  $("share-out").hidden = !navigator.share;
  $("share-file").hidden = !picture || !navigator.canShare?.({ files: [picture] });
}

const tell = (text, calm) => notify($("share-notice"), text, calm);

// pass gives data to the other programs of the system.
async function pass(data) {
  try {
    await navigator.share({ title: document.title, ...data });
  } catch (error) {
    if (error.name !== "AbortError") tell(t("share.no-share"));
  }
}

export function listen() {
  const on = (id, act) => $(id).addEventListener("click", act);
  on("share-close", () => $("sharing").close());
  on("share-film", saveFilm);
  $("sharing").addEventListener("close", () => filming?.abort());
  on("share-copy", async () => tell(await copy($("share-link")), true));
  on("share-save", () => download(picture.name, picture));
  on("share-out", () => pass({ url: $("share-link").value }));
  on("share-file", () => pass({ files: [picture] }));
}
