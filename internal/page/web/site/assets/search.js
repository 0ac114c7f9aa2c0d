// Searches, which may have to wait for others.
import { call } from "./backend.js";
import { later } from "./repeat.js";

const busy =
  "The program already runs as many searches as it may, for other tabs or browsers. " +
  "This page asks again by itself.";

// search makes a call, and repeats it while the program is busy with other searches. pause is the
// time between two tries in ms. onWait gets the reason for a wait, and "" at its end.
export async function search(name, request, { signal, onPart, onWait, pause = 3000 }) {
  for (;;) {
    try {
      const answer = await call(name, request, { signal, onPart, onWait });
      onWait?.("");
      return answer;
    } catch (error) {
      if (!error.busy) throw error;
      onWait?.(busy);
      await later(pause, signal);
      signal.throwIfAborted();
    }
  }
}
