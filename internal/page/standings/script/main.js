// The games of the page: what the person does, and the address.
import { $ } from "./elements.js";
import { archive } from "./decode.js";
import { list, fillFilters, refresh, drawMore, listPairing } from "./list.js";
import { actions, openGame } from "./viewer.js";
import { forget } from "./address.js";

// follow opens the game in the address, and returns whether there is one.
function follow() {
  const [, n, ply] = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash) ?? [];
  const game = n && archive.games.find((g) => g.n === +n);
  if (!game) return false;
  if (!list.games.includes(game)) $("clear").click();
  openGame(game, ply === undefined ? undefined : +ply);
  return true;
}

fillFilters();
refresh();
for (const select of document.querySelectorAll(".filters select")) select.onchange = refresh;
$("clear").onclick = () => {
  for (const name of ["player", "opponent", "result", "ending", "opening"]) $("by-" + name).value = "";
  refresh();
};
$("list").onscroll = () => {
  if (
    $("list").scrollTop + 2 * $("list").clientHeight > $("list").scrollHeight &&
    list.drawn < list.games.length
  )
    drawMore();
};
for (const button of document.querySelectorAll("[data-go]")) button.onclick = actions[button.dataset.go];

const keys = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  " ": "play",
  f: "flip",
  p: "previous",
  n: "next",
};
// shortcut returns the action of a key. A Latin letter counts as the layout writes it. Otherwise the
// place of the key counts, so that the letters work on a Cyrillic layout too.
function shortcut(event) {
  // a browser that fills in a form sends events without keys
  const held = event.ctrlKey || event.metaKey || event.altKey || event.getModifierState?.("AltGraph");
  if (held) return undefined;
  const { key = "", code = "" } = event;
  const name = key.length === 1 ? key.toLowerCase() : key,
    place = /^Key([A-Z])$/.exec(code)?.[1].toLowerCase();
  return keys[name] ?? (/^[a-z]$/.test(name) ? undefined : keys[place]);
}

document.onkeydown = (event) => {
  const target = event.target,
    action = shortcut(event);
  if (!action || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
  if (event.key === " " && target.tagName === "BUTTON") return;
  if (!inSight($("board")) && !$("games").contains(target)) return;
  event.preventDefault();
  actions[action]();
};

function inSight(e) {
  const box = e.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight;
}

for (const button of document.querySelectorAll("button[data-a]")) {
  button.onclick = () => listPairing(button.dataset.a, button.dataset.b);
  if (button.classList.contains("cell"))
    button.onmouseenter = button.onfocus = () => {
      $("cross-text").textContent = button.getAttribute("aria-label");
    };
}
window.onhashchange = follow;
if (follow()) {
  $("games").scrollIntoView();
} else {
  openGame(archive.games[0]);
  forget();
}
