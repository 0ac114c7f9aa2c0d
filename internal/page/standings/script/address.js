// The address names the game and the ply, so that a link leads back to them. Browsers limit how
// often the address may change.
let pending = 0;

export function remember(hash) {
  forget();
  pending = setTimeout(() => history.replaceState(null, "", hash), 300);
}

// forget drops a change that has not been made yet.
export function forget() {
  clearTimeout(pending);
}
