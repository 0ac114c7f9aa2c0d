// Asks the engine of an exported page: node ask.mjs FOLDER NAME BODY [NAME BODY]...
// It prints each message on a line.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [folder, ...calls] = process.argv.slice(2);
const read = (path) => readFileSync(join(folder, path));
const { model, code } = JSON.parse(read("export.json"));
createRequire(import.meta.url)(resolve(folder, code, "wasm_exec.js"));
const { run } = await import("data:text/javascript," + encodeURIComponent(read(code + "/engine.js")));
const lines = model.lines ? read(model.lines) : 0;
globalThis.given = { model: new Uint8Array(read(model.file)), lines: new Uint8Array(lines), name: model.name };
globalThis.postMessage = (text) => {
  console.log(text);
  const message = JSON.parse(text);
  if (message.part) return;
  if (message.lost || calls.length === 0) process.exit();
  const [name, body] = calls.splice(0, 2);
  setTimeout(() => globalThis.ask(name, body)); // when the engine listens again
};
const kernel = process.env.WITHOUT_SIMD ? undefined : new WebAssembly.Module(read("assets/kernel.wasm"));
await run(new Go(), new WebAssembly.Module(read("assets/engine.wasm")), kernel);
