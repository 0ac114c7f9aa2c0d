// The address of the page. Safari and Firefox throw an error if it changes too often.

let late = 0;
const again = 2000; // milliseconds until an address that the browser refused is written

// remember writes the address: in the present entry of the history, or in a new one.
export function remember(address, method = "replaceState") {
  clearTimeout(late);
  try {
    history[method](null, "", address);
  } catch {
    late = setTimeout(remember, again, address);
  }
}

addEventListener("popstate", () => clearTimeout(late));
