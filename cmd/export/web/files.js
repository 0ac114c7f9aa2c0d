// The start files of the engine: the program, its inner loops and the network. Each file is used
// only if its SHA-256 is the digest in export.json, so two exports never mix. Many hosts send a web
// page in place of a missing file, or compress and uncompress files. The digests also show whether
// such an answer is right.

import { Counter, failed } from "./counter.js";
import { relaxed } from "./engine.js";
import { folder } from "./place.js";
import { sha256 } from "./sha256.js";

export { onLoading } from "./counter.js";

const inner = relaxed() ? "assets/kernel-relaxed.wasm.gz" : "assets/kernel.wasm.gz";

// unpack resolves with the content of gzip data.
export async function unpack(bytes) {
  if (!globalThis.DecompressionStream)
    throw new Error("This browser cannot unpack the engine. Use a browser of 2023 or later.");
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const gzipped = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isPage = (bytes, type) => /html/.test(type) || bytes[0] === "<".charCodeAt();

// wrong returns the error for an answer that is not the file of this export.
function wrong({ path, bytes: want }, { bytes, type }) {
  const text = isPage(bytes, type)
    ? `${path}: the host answers with a web page (${type}), so the file is missing. Copy the whole ` +
      "folder to the host."
    : `${path}: it is not the file of this export (${bytes.length} bytes of ${type}, want ${want}). The ` +
      "host or a cache has a file of another export: try again in a minute, or copy the whole folder to " +
      "the host again.";
  return Object.assign(new Error(text), { absent: true, other: true });
}

// exact resolves with the file at path, unpacked if the export has packed it or the host has. The result
// must have the digest in export.json. A cache may hold different content for the address, so the second
// attempt asks the host itself.
async function exact(counter, path) {
  const { sha256: whole, unpacked: want = whole } = counter.item(path);
  let answer;
  for (const cache of ["default", "reload"]) {
    answer = await counter.read(path, cache);
    let { bytes } = answer;
    if ((await sha256(bytes)) === want) return bytes;
    if (!gzipped(bytes)) continue;
    bytes = await unpack(bytes).catch(() => bytes);
    if ((await sha256(bytes)) === want) return bytes;
  }
  throw wrong(counter.item(path), answer);
}

// compiled resolves with the compiled engine.
async function compiled(counter, file) {
  const bytes = await exact(counter, file);
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new Error(`${file}: ${error.message}.`);
  }
}

// loops resolves with the compiled inner loops. It resolves with nothing if the browser cannot
// compile them, or if the host lacks the file. Without them the engine works, but several times
// slower.
async function loops(counter) {
  try {
    return await WebAssembly.compile(await exact(counter, inner));
  } catch (error) {
    if (!error.absent && !(error instanceof WebAssembly.CompileError)) throw error;
    counter.drop(inner);
  }
}

async function loadOf({ engine: program, model, files }) {
  const counter = new Counter(folder, files);
  const [engine, kernel, weights, lines] = await Promise.all([
    compiled(counter, program),
    loops(counter),
    exact(counter, model.file),
    model.lines && exact(counter, model.lines),
  ]);
  return { engine, kernel, weights: weights.buffer, lines: lines?.buffer, title: model.name };
}

// load resolves with the start files of an engine. If the export on the host changes in the
// meantime, load loads the new export.
export async function load() {
  const manifest = await globalThis.manifest(); // of start.js
  try {
    return await loadOf(manifest);
  } catch (error) {
    failed();
    if (!error.other) throw error;
    const now = await globalThis.manifest();
    if (JSON.stringify(now) === JSON.stringify(manifest)) throw error;
    return loadOf(now);
  }
}
