// Lists of elements that are drawn again and again: those that are there stay, so that pointer and
// focus keep theirs.

// fit gives a parent n children.
export function fit(parent, n, make) {
  while (parent.children.length > n) parent.lastElementChild.remove();
  while (parent.children.length < n) parent.append(make());
}

// write sets a text if it differs: else the page would be laid out anew, and screen readers would
// read it again.
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
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
