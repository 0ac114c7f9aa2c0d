// A server of files only, like a web host for an exported page.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";

const kinds = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

// serveFolder serves a folder at a free port, below /page/. The page must work in any folder.
export async function serveFolder(folder) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = path.endsWith(sep) ? join(path, "index.html") : path;
    try {
      if (!file.startsWith("/page/") || request.method !== "GET") throw new Error("there are only files");
      const data = await readFile(join(folder, file.slice("/page/".length)));
      response
        .writeHead(200, { "Content-Type": kinds[extname(file)] ?? "application/octet-stream" })
        .end(data);
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
  return { url: `http://127.0.0.1:${server.address().port}/page/`, stop };
}
