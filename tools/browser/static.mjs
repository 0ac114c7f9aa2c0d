// A server of files only, like a web host for an exported page.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { gzipSync } from "node:zlib";

const kinds = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
  ".wasm": "application/wasm",
};

// serveFolder serves a folder at a free port, below /page/. The page must work in any folder. The
// settings are habits of web hosts, and a test may change them while the server runs:
//
//   folder   the folder
//   fresh    seconds for which caches may keep an answer
//   fallback answers with index.html where a file is missing
//   packs    packs every answer with gzip
//   kinds    content types by the end of a name
//   change   function that gets a path and its bytes, and returns other bytes or undefined
//   silent   takes requests and never answers, like a host that cannot be reached
export async function serveFolder(folder, settings = {}) {
  const host = { folder, ...settings };
  const read = async (path) => {
    const file = path.endsWith(sep) ? join(path, "index.html") : path;
    if (!file.startsWith("/page/")) throw new Error("there are only files");
    const name = file.slice("/page/".length),
      data = await readFile(join(host.folder, name)).catch(() => undefined),
      bytes = host.change ? host.change(name, data) : data;
    if (bytes) return { name, bytes };
    if (!host.fallback) throw new Error("missing");
    return { name: "index.html", bytes: await readFile(join(host.folder, "index.html")) };
  };
  const server = createServer(async (request, response) => {
    try {
      if (host.silent) return;
      if (request.method !== "GET") throw new Error("there are only files");
      const { name, bytes } = await read(
          normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname)),
        ),
        kind = host.kinds?.[extname(name)] ?? kinds[extname(name)] ?? "application/octet-stream",
        headers = { "Content-Type": kind };
      if (host.fresh) headers["Cache-Control"] = `max-age=${host.fresh}`;
      if (host.packs) headers["Content-Encoding"] = "gzip";
      response.writeHead(200, headers).end(host.packs ? gzipSync(bytes) : bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const stop = () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  return { host, url: `http://127.0.0.1:${server.address().port}/page/`, stop };
}
