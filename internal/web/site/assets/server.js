// What the page asks the server: every request carries the whole game.

// Refused is an answer that tells why nothing was done: busy says that asking again will do, lost that there was no answer.
export class Refused extends Error {
  constructor(text, status) {
    super(text);
    this.busy = status === 429 || status === 503;
    this.lost = status === undefined;
  }
}

async function ask(path, body, signal) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
  let response, answer;
  try {
    response = await fetch(path, options);
    answer = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("The server does not answer: is the program still running?");
  }
  if (!response.ok) throw new Refused(answer.error, response.status);
  return answer;
}

export const boards = () => ask("api/boards", {});

export const position = (game, moves) => ask("api/position", { rules: game.rules, start: game.start, moves });

// move returns the engine's move. While other searches fill the server it asks again.
export async function move(game, level, signal) {
  for (;;) {
    try {
      return await ask("api/move", { rules: game.rules, start: game.start, moves: game.moves, level, seed: game.seed }, signal);
    } catch (error) {
      if (!error.busy) throw error;
      await new Promise((done) => setTimeout(done, 1000));
      if (signal.aborted) throw new DOMException("aborted", "AbortError");
    }
  }
}
