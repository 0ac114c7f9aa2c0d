// Counter reads the files of an export and adds up their bytes as they come.

let hear = () => {};

// onLoading tells a listener the loaded bytes and the total.
export function onLoading(listener) {
  hear = listener;
}

// failed tells the listener that nothing loads any more.
export const failed = () => hear(0, 0);

// get fetches a file of the folder, at the address of its version. The error names the file.
async function get(folder, { path, sha256 }, cache) {
  const address = new URL(`${path}?sha256=${sha256}`, folder),
    response = await fetch(address, { cache }).catch(() => undefined);
  if (!response) throw new Error(`${path}: no answer.`);
  if (response.ok) return response;
  throw Object.assign(new Error(`${path}: ${response.status} ${response.statusText}`.trim() + "."), {
    absent: [403, 404, 410].includes(response.status),
  });
}

export class Counter {
  // items are the files of the manifest.
  constructor(folder, items) {
    this.folder = folder;
    this.items = new Map(items.map((item) => [item.path, item]));
    this.bytes = new Map(); // by path
  }

  // item returns the manifest's entry of a file.
  item(path) {
    const item = this.items.get(path);
    if (!item) throw new Error(`export.json: it does not list ${path}. Copy the whole folder to the host.`);
    return item;
  }

  count(path, n) {
    this.bytes.set(path, Math.min(n, this.item(path).bytes)); // a host may unpack a file on its way
    this.tell();
  }

  drop(path) {
    this.bytes.delete(path);
    this.tell();
  }

  tell() {
    let bytes = 0,
      of = 0;
    for (const [path, n] of this.bytes) {
      bytes += n;
      of += this.items.get(path).bytes;
    }
    hear(bytes, of);
  }

  // read resolves with the bytes of a file and their type.
  async read(path, cache) {
    this.count(path, 0);
    const response = await get(this.folder, this.item(path), cache),
      parts = [];
    try {
      for (let n = 0, reader = response.body.getReader(); ;) {
        const { value, done } = await reader.read();
        if (done) break;
        parts.push(value);
        this.count(path, (n += value.length));
      }
    } catch {
      throw new Error(`${path}: the connection broke off.`);
    }
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return { bytes, type: response.headers.get("Content-Type") ?? "no type" };
  }
}
