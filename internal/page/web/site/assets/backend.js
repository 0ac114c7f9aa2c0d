// What the page asks the program that plays: here a server. The exported page has another file of
// this name.

// Refused is an answer that tells why nothing was done: busy says that asking again will do, lost
// that there was no answer.
export class Refused extends Error {
  constructor(text, { busy = false, lost = false } = {}) {
    super(text);
    this.busy = busy;
    this.lost = lost;
  }
}

// onLoading tells hear how many bytes of how many are loaded before the first answer. A server
// loads nothing.
export function onLoading() {}

const gone = () => new Refused("The program does not answer: is it still running?", { lost: true });

// call asks for something by name and resolves with the final answer. Of an answer that comes in
// parts, onPart gets each.
export async function call(name, body, { signal, onPart } = {}) {
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
    throw new Refused(answer.error, { busy: response.status === 429 || response.status === 503 });
  } catch (error) {
    if (error.name === "AbortError" || error instanceof Refused) throw error;
    throw gone();
  }
}

// parts reads one object a line; the last one says that it is done or why not.
async function parts(response, onPart) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const { value, done } = await reader.read();
    if (done) throw gone();
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const part = JSON.parse(line);
      if (part.error) throw new Refused(part.error);
      if (part.done) return part;
      onPart?.(part);
    }
  }
}
