// What the browser remembers between visits. A browser may forbid storage: then it forgets.

const prefix = "phalanx ";

// kept returns the value that was stored under a name, or undefined.
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(prefix + name)) ?? undefined;
  } catch {
    return undefined;
  }
}

// keep stores a value under a name.
export function keep(name, value) {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // the value lasts until the page is closed
  }
}
