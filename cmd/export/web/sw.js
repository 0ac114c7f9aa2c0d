// The service worker keeps the files of the export in the browser, so that the page works without a
// network after the first visit. The export writes the digest of all files into the next line, so
// another export has another worker.
const version = "";

const folder = new URL("./", location),
  own = `export ${folder.pathname} `, // a host may have several exports
  name = own + version;

// addressOf returns the address at which the page asks for a file.
function addressOf({ path, sha256 }, { code }) {
  const plain = path.startsWith(code) || /\.(html|js|png)$/.test(path);
  return new URL(plain ? path : `${path}?sha256=${sha256}`, folder).href;
}

async function digest(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(sum, (b) => b.toString(16).padStart(2, "0")).join("");
}

// fetched resolves with a file of the manifest. The page has loaded most files, so the browser's cache
// has them. If it has something else, the host itself is asked.
async function fetched(file, manifest) {
  const right = [file.sha256, file.unpacked];
  for (const cache of ["force-cache", "reload"]) {
    const response = await fetch(addressOf(file, manifest), { cache }),
      bytes = await response.arrayBuffer(),
      type = response.headers.get("Content-Type") ?? "";
    if (!right.includes(await digest(bytes))) continue;
    return new Response(bytes, { headers: { "Content-Type": type } });
  }
  throw new Error(`${file.path}: it is not the file of this export.`);
}

async function keepAll() {
  const answer = await fetch("export.json", { cache: "no-store" }),
    manifest = await answer.clone().json(),
    store = await caches.open(name);
  for (const file of manifest.files) {
    const address = addressOf(file, manifest);
    if (file.path !== "sw.js") await store.put(address, await fetched(file, manifest));
  }
  await store.put("export.json", answer);
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((n) => n.startsWith(own) && n !== name).map((n) => caches.delete(n)));
}

// A network may be there and bring nothing. So the worker waits for the host no longer than patience. For
// some time after that it asks for neither page nor manifest, because these two belong together. Both are in
// milliseconds.
const patience = 3000,
  rest = 10_000;
let gaveUp = -Infinity; // when the host was last too slow

// soon resolves with the answer of the host, or with nothing if the host is too slow.
async function soon(request) {
  if (performance.now() - gaveUp < rest) return undefined;
  const late = new Promise((resolve) => setTimeout(resolve, patience)),
    found = await Promise.race([fetch(request), late]);
  if (!found) gaveUp = performance.now();
  return found;
}

// answer takes pages and the manifest from the host while there is a network, because they change with
// the export. Other addresses name the content, so what is kept is right.
async function answer(request) {
  const store = await caches.open(name),
    { pathname } = new URL(request.url),
    opens = request.mode === "navigate",
    again = request.cache === "reload", // the page found that what is kept is wrong
    kept = await store.match(opens && pathname === folder.pathname ? "index.html" : request, {
      ignoreSearch: opens,
    });
  if (!kept) return fetch(request);
  if (!again && !opens && !pathname.endsWith("/export.json")) return kept;
  return (await (again ? fetch(request) : soon(request)).catch(() => undefined)) ?? kept;
}

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(dropOthers()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(folder.href)) event.respondWith(answer(event.request));
});
