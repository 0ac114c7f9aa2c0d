// The server's data about runs. The page follows a run through an EventSource. This reconnects by
// itself and then gets the events that it missed, or everything.

async function get(path) {
  const response = await fetch(`api/training/${path}`);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

export const runs = () => get("runs");

export const game = (run, id) => get(`game?${new URLSearchParams({ run, id })}`);

const eventsOf = (run) => `api/training/events?${new URLSearchParams({ run })}`;

const again = 4000; // ms

// Feed holds the known data of a run: config, head, points, matches, ratings, games, report, fleet.
export class Feed {
  // onChange gets the known data and the names of the changed fields. onTrouble gets an error text,
  // or "" when the trouble is over.
  constructor(run, onChange, onTrouble) {
    Object.assign(this, { run, onChange, onTrouble, known: null });
    this.open();
  }

  open() {
    this.source = new EventSource(eventsOf(this.run));
    this.source.addEventListener("snapshot", (event) => this.take(JSON.parse(event.data), true));
    this.source.addEventListener("update", (event) => this.take(JSON.parse(event.data), false));
    this.source.addEventListener("trouble", (event) => this.onTrouble(JSON.parse(event.data).error));
    this.source.addEventListener("error", () => this.lost());
  }

  take(update, whole) {
    const points = whole ? (update.points ?? []) : [...this.known.points, ...(update.points ?? [])];
    this.known = whole
      ? { matches: [], ratings: null, games: [], report: null, fleet: null, ...update, points }
      : { ...this.known, ...update, points };
    this.onTrouble("");
    this.onChange(this.known, new Set(whole ? Object.keys(this.known) : Object.keys(update)));
  }

  // lost handles a lost connection. The browser reconnects by itself, unless the server has
  // refused. Only another request shows whether it has refused.
  async lost() {
    if (this.source.readyState !== EventSource.CLOSED)
      return this.onTrouble("The server does not answer: is the program still running?");
    this.waiting = setTimeout(() => this.open(), again);
    const abort = new AbortController();
    try {
      const response = await fetch(eventsOf(this.run), { signal: abort.signal });
      if (!response.ok) this.onTrouble(`This run cannot be shown: ${(await response.json()).error}`);
    } catch {
      this.onTrouble("The server does not answer: is the program still running?");
    } finally {
      abort.abort();
    }
  }

  close() {
    clearTimeout(this.waiting);
    this.source.close();
    this.onChange = this.onTrouble = () => {};
  }
}
