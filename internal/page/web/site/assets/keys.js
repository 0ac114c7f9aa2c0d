// Shortcuts that work on every keyboard layout.

// shortcut returns the entry of a table of keys for a key event, or undefined. A Latin letter
// counts as the layout writes it. Otherwise the place of the key counts, named as on an American
// keyboard. So U works on a Cyrillic layout, and a digit works without Shift on a French one.
export function shortcut(keys, event) {
  // a browser that fills in a form sends events without keys
  const held = event.ctrlKey || event.metaKey || event.altKey || event.getModifierState?.("AltGraph");
  if (held) return undefined;
  const { key = "", code = "" } = event;
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (Object.hasOwn(keys, name)) return keys[name];
  const place = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1].toLowerCase();
  return place && !/^[a-z0-9]$/.test(name) && Object.hasOwn(keys, place) ? keys[place] : undefined;
}
