// Asks the engine of an exported page: node ask.mjs FOLDER NAME BODY [NAME BODY]...
// It runs the script of the page's worker, and prints each message on a line.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const [folder, ...calls] = process.argv.slice(2);
const read = (path) => readFileSync(join(folder, path));
const { model, engine, code } = JSON.parse(read("export.json"));
globalThis.self = globalThis;
globalThis.onmessage = null; // of a worker
globalThis.postMessage = (text) => {
  console.log(text);
  const message = JSON.parse(text);
  if (message.part) return;
  if (message.lost || calls.length === 0) process.exit();
  const [name, body] = calls.splice(0, 2);
  setTimeout(() => globalThis.onmessage({ data: { name, body } })); // when the engine listens again
};
await import("data:text/javascript," + encodeURIComponent(read(`${code}/worker.js`)));
globalThis.onmessage({
  data: {
    engine: new WebAssembly.Module(gunzipSync(read(engine))),
    kernel: process.env.WITHOUT_SIMD ? undefined : new WebAssembly.Module(gunzipSync(read("assets/kernel.wasm.gz"))),
    weights: read(model.file),
    lines: model.lines && read(model.lines),
    title: model.name,
  },
});
