// This worker runs the engine. The page first sends the start files, then calls. The engine itself
// answers.
import "./wasm_exec.js";
import { run } from "./engine.js";

async function start({ engine, kernel, weights, lines, title }) {
  self.given = { model: new Uint8Array(weights), lines: new Uint8Array(lines ?? 0), name: title };
  try {
    await run(new Go(), engine, kernel);
    throw new Error("it stopped"); // it answers for ever
  } catch (error) {
    postMessage(JSON.stringify({ error: error.message, lost: true }));
  }
}

onmessage = ({ data }) => (data.engine ? start(data) : self.ask(data.name, data.body));
