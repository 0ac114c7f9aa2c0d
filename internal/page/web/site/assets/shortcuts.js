// The sheet of shortcuts, which the key "?" opens.
import { t } from "./language.js";

const $ = (id) => document.getElementById(id);

// groups has the keys of each group by the names of their texts.
const groups = {
  game: {
    undo: ["U"],
    hint: ["H"],
    flip: ["F"],
    exchange: ["X"],
    new: ["N"],
    threats: ["T"],
    watch: ["P", "S"],
  },
  looking: { browse: ["←", "→"], ends: ["Home", "End"], analysis: ["A"], ownership: ["O"] },
  board: {
    cursor: [t("keys.arrows")],
    choose: ["Enter"],
    escape: ["Esc"],
    marks: [t("keys.right")],
    sketch: ["D"],
  },
  retry: { "retry.hint": ["H"], "retry.back": ["U"], "retry.next": ["N"] },
};

// open shows the sheet.
export function open() {
  const sheet = $("keys");
  if (sheet.open) return;
  if (!$("keys-list").children.length) $("keys-list").append(...Object.entries(groups).map(section));
  sheet.showModal();
}

function section([group, rows]) {
  const part = document.createElement("section"),
    head = document.createElement("h3"),
    list = document.createElement("dl");
  head.textContent = t(`keys.${group}`);
  for (const [name, keys] of Object.entries(rows)) {
    const term = document.createElement("dt"),
      meaning = document.createElement("dd");
    term.append(...keys.map(cap));
    meaning.textContent = t(`keys.${name}`);
    list.append(term, meaning);
  }
  part.append(head, list);
  return part;
}

function cap(text) {
  const node = document.createElement("kbd");
  node.textContent = text;
  return node;
}

export function listen() {
  $("keys-close").addEventListener("click", () => $("keys").close());
}
