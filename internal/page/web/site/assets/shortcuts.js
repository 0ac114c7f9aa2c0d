// The sheet of shortcuts, which the key "?" opens.

const $ = (id) => document.getElementById(id);

const groups = [
  [
    "Game",
    ["U", "take back, or step back beside the game"],
    ["H", "hint; press it again to play the hint"],
    ["F", "flip the board"],
    ["X", "change sides"],
    ["N", "new game"],
    ["T", "the opponent's threats"],
    ["P S", "while watching: pause, one move"],
  ],
  [
    "Looking",
    ["← →", "one move back, one move on"],
    ["Home End", "to the start, back to the game"],
    ["A", "analysis"],
    ["O", "ownership of the squares"],
  ],
  [
    "On the board",
    ["Arrows", "move the cursor, after Tab"],
    ["Enter", "choose a square"],
    ["Esc", "let go of a stone, or remove your own marks"],
    ["Right button", "click marks a square, drag draws an arrow"],
  ],
  ["Retrying mistakes", ["H", "hint, then the move"], ["U", "try again"], ["N", "next mistake"]],
];

// open shows the sheet.
export function open() {
  const sheet = $("keys");
  if (sheet.open) return;
  if (!$("keys-list").children.length) $("keys-list").append(...groups.map(section));
  sheet.showModal();
}

function section([title, ...rows]) {
  const part = document.createElement("section"),
    head = document.createElement("h3"),
    list = document.createElement("dl");
  head.textContent = title;
  for (const [keys, text] of rows) {
    const term = document.createElement("dt"),
      meaning = document.createElement("dd");
    term.append(...(keys.includes("button") ? [keys] : keys.split(" ")).map(cap));
    meaning.textContent = text;
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
