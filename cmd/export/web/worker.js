// Runs the engine. The page sends first what it needs to start, then calls; the engine itself answers.
import "./wasm_exec.js";

async function start({ module, weights, title }) {
  const go = new Go();
  self.given = { model: new Uint8Array(weights), name: title };
  try {
    await go.run(await WebAssembly.instantiate(module, go.importObject));
    throw new Error("it stopped"); // it answers for ever
  } catch (error) {
    postMessage(JSON.stringify({ error: error.message, lost: true }));
  }
}

onmessage = ({ data }) => (data.module ? start(data) : self.ask(data.name, data.body));
