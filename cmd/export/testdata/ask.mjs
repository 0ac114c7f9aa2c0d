// Asks the engine of an exported page: node ask.mjs FOLDER NAME BODY [NAME BODY]... prints each message on a line.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...calls] = process.argv.slice(2);
await import(pathToFileURL(join(folder, "assets/wasm_exec.js")));
const { model } = JSON.parse(readFileSync(join(folder, "export.json")));
globalThis.given = { model: new Uint8Array(readFileSync(join(folder, model.file))), name: model.name };
globalThis.postMessage = (text) => {
  console.log(text);
  const message = JSON.parse(text);
  if (message.part) return;
  if (message.lost || calls.length === 0) process.exit();
  const [name, body] = calls.splice(0, 2);
  setTimeout(() => globalThis.ask(name, body)); // when the engine listens again
};
const go = new Go();
const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, "assets/engine.wasm")), go.importObject);
await go.run(instance);
