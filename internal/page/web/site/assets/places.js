// Places for searches. A browser has only six connections to a server for all its tabs, and a search
// holds one until it ends. So the tabs share a few places, through Web Locks. Where a browser has no
// Web Locks, as on an address without https, the limits of the server have to do.

const kinds = {
  move: {
    places: 2,
    wait:
      "Engines already think in two tabs of this browser. " +
      "This one begins when one of them has moved.",
  },
  analysis: {
    places: 2,
    wait:
      "Two analyses or reviews already run in tabs of this browser. " +
      "This one begins when one of them ends.",
  },
};
const kindOf = { move: "move", analyse: "analysis", review: "analysis" };
const patience = 300; // ms until a wait is worth a word

// take waits for a place of a call and returns a function that gives it back. onWait gets the reason
// for a long wait, and "" at its end.
export async function take(call, signal, onWait) {
  const kind = kinds[kindOf[call]];
  if (!kind || !navigator.locks) return () => {};
  signal?.throwIfAborted();
  let told = false;
  const timer = setTimeout(() => {
    told = true;
    onWait?.(kind.wait);
  }, patience);
  try {
    const names = Array.from({ length: kind.places }, (_, i) => `search: ${kindOf[call]} ${i + 1}`);
    return await first(names, signal);
  } finally {
    clearTimeout(timer);
    if (told && !signal?.aborted) onWait?.("");
  }
}

// first waits for the first free lock of some, and returns a function that gives it back.
function first(names, signal) {
  const waiting = new AbortController();
  let release;
  return new Promise((resolve, reject) => {
    const hold = () => {
      if (waiting.signal.aborted) return undefined; // another lock came first
      waiting.abort();
      const held = new Promise((done) => (release = done));
      resolve(release);
      return held;
    };
    signal?.addEventListener("abort", () => {
      waiting.abort();
      reject(signal.reason);
    });
    const refused = (error) => error.name !== "AbortError" && resolve(() => {}); // locks are forbidden
    for (const name of names) navigator.locks.request(name, { signal: waiting.signal }, hold).catch(refused);
  });
}
