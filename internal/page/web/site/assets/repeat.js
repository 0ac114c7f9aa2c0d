// Questions that a page asks again and again. A browser has only six connections to a server for
// all its tabs. So each question is short, the page holds no connection between two questions, and
// a hidden page asks nothing.

export const hidden = () => document.visibilityState === "hidden";

// visible resolves as soon as a person can see the page.
const visible = () =>
  new Promise((done) => {
    const check = () => {
      if (hidden()) return;
      document.removeEventListener("visibilitychange", check);
      done();
    };
    document.addEventListener("visibilitychange", check);
    check();
  });

export const later = (ms, signal) =>
  new Promise((done) => {
    if (ms <= 0 || signal?.aborted) return done();
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });

const patience = 20_000; // ms that an answer may take

// once calls ask with a signal. The signal aborts when the page is hidden, when the answer takes
// too long, or when stop aborts.
async function once(ask, stop) {
  const abort = new AbortController(),
    end = () => abort.abort(),
    hide = () => hidden() && end();
  const timer = setTimeout(end, patience);
  document.addEventListener("visibilitychange", hide);
  stop.addEventListener("abort", end);
  try {
    return await ask(abort.signal);
  } finally {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", hide);
    stop.removeEventListener("abort", end);
  }
}

const afterMistake = 5000; // ms

// repeat calls ask again and again while the page is visible, and never twice at once. ask resolves
// with the pause until the next call, in ms. repeat returns a function that ends it.
export function repeat(ask) {
  const stop = new AbortController();
  const next = async () => {
    await visible();
    return stop.signal.aborted ? 0 : once(ask, stop.signal);
  };
  (async () => {
    while (!stop.signal.aborted) {
      let pause = afterMistake;
      try {
        pause = await next();
      } catch (error) {
        reportError(error); // a bug of ours
      }
      await later(pause, stop.signal);
    }
  })();
  return () => stop.abort();
}
