// The calls of the page to the program that plays. Here the program is a server. The exported page
// has a different file with this name.
import { t, told } from "./language.js";
import { take } from "./places.js";

// Refused is an answer with the reason of a refusal. busy means that the page may ask again, and
// lost means that no answer came.
export class Refused extends Error {
  constructor(text, { busy = false, lost = false } = {}) {
    super(text);
    this.busy = busy;
    this.lost = lost;
  }
}

// onLoading tells a listener the loaded bytes and the total. It does nothing here, because with a
// server the page loads no program.
export function onLoading() {}

// ready resolves when the program can answer, which is always here.
export async function ready() {}

const gone = () => new Refused(t("gone"), { lost: true });

// call sends a call by name and resolves with the final answer. If the answer comes in parts,
// onPart gets each of them. A search may have to wait for the searches of other tabs. onWait gets
// the reason for the wait, and "" when it ends.
export async function call(name, body, { signal, onPart, onWait } = {}) {
  const leave = await take(name, signal, onWait);
  try {
    return await send(name, body, signal, onPart);
  } finally {
    leave();
  }
}

async function send(name, body, signal, onPart) {
  let response;
  try {
    response = await fetch("api/" + name, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    if (response.headers.get("Content-Type")?.includes("ndjson")) return await parts(response, onPart);
    const answer = await response.json();
    if (response.ok) return answer;
    throw new Refused(told(answer), { busy: response.status === 429 || response.status === 503 });
  } catch (error) {
    if (error.name === "AbortError" || error instanceof Refused) throw error;
    throw gone();
  }
}

// parts reads one object from each line. The last object says that the answer is complete, or why
// it is not.
async function parts(response, onPart) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const { value, done } = await reader.read();
    if (done) throw gone();
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const part = JSON.parse(line);
      if (part.error) throw new Refused(told(part));
      if (part.done) return part;
      onPart?.(part);
    }
  }
}
