// Lists of elements that change often. Existing elements stay, so that they keep the focus and stay
// under the pointer.

import { t } from "./language.js";

// fit gives a parent exactly n children.
export function fit(parent, n, make) {
  while (parent.children.length > n) parent.lastElementChild.remove();
  while (parent.children.length < n) parent.append(make());
}

// write sets a text if it differs. Otherwise the browser would lay out the page again, and screen
// readers would repeat the text.
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// notify shows a message in a node. calm is true if it is not about a mistake.
export function notify(node, text, calm = false) {
  write(node, text);
  node.classList.toggle("calm", calm);
}

// put moves a node to a place only if it is elsewhere, because its lists lose the focus when it moves.
export function put(place, node) {
  if (node.parentNode !== place) place.append(node);
}

// copy copies the text of a field, or selects it if the browser forbids that. It resolves with words
// about it for the person.
export async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return t("copied");
  } catch {
    field.select();
    return t("copy.selected");
  }
}

// options fills a select with [value, text] pairs, and chooses one.
export function options(select, pairs, chosen) {
  const text = JSON.stringify(pairs);
  if (select.dataset.options !== text) {
    select.replaceChildren(...pairs.map(([value, name]) => new Option(name, value)));
    select.dataset.options = text;
  }
  if (select.value !== chosen) select.value = chosen;
}
