// The start files of the engine: the program, its inner loops and the network. It counts their
// bytes as they come.

const files = new URL("../", import.meta.url);
const packed = "assets/engine.wasm.gz",
  plain = "assets/engine.wasm",
  inner = "assets/kernel.wasm";

let hear = () => {};

// onLoading tells a listener the loaded bytes and the total.
export function onLoading(listener) {
  hear = listener;
}

// get fetches a file of the folder. The error names the file.
async function get(path) {
  const response = await fetch(new URL(path, files)).catch(() => undefined);
  if (!response) throw new Error(`${path}: no answer.`);
  if (!response.ok)
    throw Object.assign(new Error(`${path}: ${response.status} ${response.statusText}`.trim() + "."), {
      status: response.status,
    });
  return response;
}

// Counter adds up the bytes of files. The manifest has their sizes.
class Counter {
  constructor(sizes) {
    this.sizes = sizes;
    this.bytes = new Map(); // by path
    this.of = 0;
  }

  expect(path) {
    this.bytes.set(path, 0);
    this.tell();
  }

  drop(path) {
    this.bytes.delete(path);
    this.tell();
  }

  // A server may unpack a file on its way: then it has more bytes than expected.
  add(path, n) {
    this.bytes.set(path, Math.min(this.bytes.get(path) + n, this.sizes.get(path) ?? 0));
    this.tell();
  }

  tell() {
    let bytes = 0,
      of = 0;
    for (const [path, n] of this.bytes) {
      bytes += n;
      of += this.sizes.get(path) ?? 0;
    }
    hear(bytes, of);
  }

  // read resolves with the bytes of a file.
  async read(path) {
    this.expect(path);
    const response = await get(path),
      parts = [];
    try {
      for (const reader = response.body.getReader(); ;) {
        const { value, done } = await reader.read();
        if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
        parts.push(value);
        this.add(path, value.length);
      }
    } catch {
      throw new Error(`${path}: the connection broke off.`);
    }
  }
}

const gzipped = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function unpacked(bytes) {
  return new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer(),
  );
}

// engineBytes reads the program. It prefers the packed file, because not every server packs its
// answers. It reads the plain file if the browser cannot unpack, or if the packed file is missing.
// Some servers unpack it themselves.
async function engineBytes(counter) {
  if (!globalThis.DecompressionStream) return counter.read(plain);
  try {
    const bytes = await counter.read(packed);
    return gzipped(bytes) ? await unpacked(bytes) : bytes;
  } catch (error) {
    if (error.status !== 404) throw error;
    counter.drop(packed);
    return counter.read(plain);
  }
}

// withoutSIMD stands for loops that a browser cannot compile. The engine works without them.
function withoutSIMD(error) {
  if (error instanceof WebAssembly.CompileError) return undefined;
  throw error;
}

async function compiled(path, bytes) {
  try {
    return await WebAssembly.compile(await bytes);
  } catch (error) {
    if (path === plain && error instanceof WebAssembly.CompileError)
      throw new Error(`${path}: ${error.message}.`);
    throw error;
  }
}

// load resolves with the start files of an engine.
export async function load() {
  const { model, files: list } = await (await get("export.json")).json().catch(() => {
    throw new Error("export.json: it is damaged.");
  });
  const counter = new Counter(new Map(list.map(({ path, bytes }) => [path, bytes])));
  const [engine, kernel, weights] = await Promise.all([
    compiled(plain, engineBytes(counter)),
    compiled(inner, counter.read(inner)).catch(withoutSIMD),
    counter.read(model.file),
  ]);
  return { engine, kernel, weights: weights.buffer, title: model.name };
}
