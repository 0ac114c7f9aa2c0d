// The calls of the page to the program that plays. In this folder the program is WebAssembly and
// runs in workers of the page. One worker answers quick calls. Each search has its own worker, so
// ending the worker ends the search.

import { load, unpack } from "./files.js";
import { packed } from "./first.js";
import { t, told } from "./language.js";
import { code, folder } from "./place.js";

export { onLoading } from "./files.js";

// Refused is an answer with the reason of a refusal. busy means that the page may ask again, and
// lost means that no answer came.
export class Refused extends Error {
  constructor(text, { busy = false, lost = false } = {}) {
    super(text);
    this.busy = busy;
    this.lost = lost;
  }
}

// The calls. The engine answers a quick call at once, but a search occupies its engine until the
// search ends.
const quick = ["boards", "position", "import", "export", "lesson", "attempt", "puzzles"];
const searches = ["move", "analyse", "review", "puzzle"];
const mostSearches = 2;
const startedAhead = 1; // engines that wait for a search
const stopped = () => new DOMException("aborted", "AbortError");
const broken = (text) => new Refused(t("engine.failed", { why: text }), { lost: true });
const missing = (text) => new Refused(t("file.missing", { why: text }), { lost: true });

// loaded resolves with the start files of an engine. The next engine repeats a failed load.
let loading;
const loaded = () =>
  (loading ??= load().then(
    (given) => {
      keepFiles();
      return given;
    },
    (error) => {
      loading = undefined;
      throw error;
    },
  ));

// keepFiles starts the service worker, which keeps the loaded files for visits without a network. A
// browser has none without https.
const keepFiles = () => navigator.serviceWorker?.register(new URL("sw.js", folder)).catch(() => {});

// Engine is a worker, which answers one call at a time.
class Engine {
  constructor() {
    this.worker = new Worker(new URL("worker.js", code), { type: "module" });
    this.worker.onmessage = ({ data }) => this.receive(JSON.parse(data));
    this.worker.onerror = (event) => this.fail(event.message);
    this.ready = this.talk(() =>
      loaded().then(
        (given) => this.worker.postMessage(given),
        (error) => this.receive({ error: error.message, lost: true, missing: true }),
      ),
    );
    this.ready.catch(() => {}); // the caller gets the error
  }

  // fail reports that the worker has ended. If the worker's script does not load, the event has no
  // message. Then the host may have a new export, and the page loads that export.
  async fail(text) {
    this.dead = true;
    if (text) return this.receive({ error: text, lost: true });
    const why = await globalThis.manifest().then(
      () => "worker.js: it does not load.",
      (error) => error.message,
    );
    this.receive({ error: why, lost: true, missing: true });
  }

  receive(message) {
    if (message.lost) this.dead = true;
    this.hear?.(message);
  }

  // talk sends a message and resolves with the reply.
  talk(say, onPart) {
    return new Promise((resolve, reject) => {
      this.refuse = reject;
      this.hear = (message) => {
        if (message.part) return onPart?.(message.part);
        this.hear = undefined;
        if (message.reply) return resolve(message.reply);
        if (message.missing) return reject(missing(message.error));
        reject(message.lost ? broken(message.error) : new Refused(told(message), message));
      };
      say();
    });
  }

  async ask(name, body, onPart) {
    await this.ready;
    if (this.dead) throw stopped();
    return this.talk(() => this.worker.postMessage({ name, body }), onPart);
  }

  // end stops the engine.
  end() {
    this.dead = true;
    this.hear = undefined;
    this.worker.terminate();
    this.refuse(stopped());
  }
}

// hired returns the engine for quick calls, and starts it if there is none.
let clerk;
function hired() {
  if (!clerk || clerk.dead) clerk = new Engine();
  return clerk;
}

// ready resolves when an engine has started. The first answers come without one.
export async function ready() {
  await hired().ready;
  prepare();
}

// answers sends the engine one call after the other.
let queue = Promise.resolve();
function answers(name, body) {
  const reply = queue.then(() => hired().ask(name, body));
  queue = reply.catch(() => {});
  return reply;
}

// first resolves with the answers to the first calls of the page, which come with it.
let known;
const first = () =>
  (known ??= unpack(Uint8Array.from(atob(packed), (c) => c.charCodeAt())).then((bytes) =>
    JSON.parse(new TextDecoder().decode(bytes)),
  ));

const idle = [];
let searching = 0;

// search uses a separate engine, which ends with signal.
async function search(name, body, signal, onPart) {
  if (searching >= mostSearches)
    throw new Refused(`${mostSearches} searches run already: ask again in a second`, { busy: true });
  const engine = idle.pop() ?? new Engine();
  prepare(); // in case this search is stopped
  const end = () => engine.end();
  signal?.addEventListener("abort", end);
  searching++;
  try {
    return await engine.ask(name, body, onPart);
  } finally {
    searching--;
    signal?.removeEventListener("abort", end);
    if (!engine.dead) idle.push(engine);
  }
}

// prepare starts an engine before it is needed.
function prepare() {
  while (idle.length < startedAhead) idle.push(new Engine());
}

// call sends a call by name and resolves with the final answer. If the answer comes in parts,
// onPart gets each of them.
export async function call(name, body, { signal, onPart } = {}) {
  if (signal?.aborted) throw stopped();
  const text = JSON.stringify(body);
  if (searches.includes(name)) return search(name, text, signal, onPart);
  if (!quick.includes(name)) throw new Refused(`The engine of this page has no call "${name}".`);
  const answer = (await first())[`${name} ${text}`];
  if (answer) return structuredClone(answer);
  const reply = await answers(name, text);
  if (signal?.aborted) throw stopped();
  prepare();
  return reply;
}
