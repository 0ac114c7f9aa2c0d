// Places for searches. A browser has only six connections to a server for all its tabs, and a
// search holds one connection until it ends. So the tabs share a few places through Web Locks. A
// browser has no Web Locks on an address without https. Then only the limits of the server apply.

import { t } from "./language.js";

const kinds = {
  move: { places: 2, wait: () => t("wait.move") },
  analysis: { places: 2, wait: () => t("wait.analysis") },
};
const kindOf = { move: "move", analyse: "analysis", review: "analysis" };
const patience = 300; // ms of waiting before the page shows the reason

// take waits for a place for a call and returns a function that gives the place back. onWait gets
// the reason for a long wait, and "" when the wait ends.
export async function take(call, signal, onWait) {
  const kind = kinds[kindOf[call]];
  if (!kind || !navigator.locks) return () => {};
  signal?.throwIfAborted();
  let told = false;
  const timer = setTimeout(() => {
    told = true;
    onWait?.(kind.wait());
  }, patience);
  try {
    const names = Array.from({ length: kind.places }, (_, i) => `search: ${kindOf[call]} ${i + 1}`);
    return await first(names, signal);
  } finally {
    clearTimeout(timer);
    if (told && !signal?.aborted) onWait?.("");
  }
}

// first waits until one of the named locks is free, takes it and returns a function that gives it
// back.
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
