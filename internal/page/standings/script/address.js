// The address names the game and the ply, so that a link leads back. Browsers limit how often it
// may change.
let pending = 0;

export function remember(hash) {
  forget();
  pending = setTimeout(() => history.replaceState(null, "", hash), 300);
}

// forget drops a change that has not been made yet.
export function forget() {
  clearTimeout(pending);
}
