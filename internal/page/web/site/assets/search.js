// Searches, which may have to wait for others.
import { call } from "./backend.js";
import { t } from "./language.js";
import { later } from "./repeat.js";

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
      onWait?.(t("busy"));
      await later(pause, signal);
      signal.throwIfAborted();
    }
  }
}
