// The server's data about runs. A page asks for the changes of its run about once a second. It
// holds no stream, because the streams of a few tabs would use up all connections of the browser.
import { hidden, repeat } from "../repeat.js";
import { t } from "./texts.js";

async function get(path, signal) {
  let response, answer;
  try {
    response = await fetch(`api/training/${path}`, { signal });
    answer = await response.json();
  } catch {
    throw new Error(t("server.gone"));
  }
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

export const runs = (signal) => get("runs", signal);

export const game = (run, id) => get(`game?${new URLSearchParams({ run, id })}`);

// overview returns a run in few points, in the form of the known data of a feed.
export const overview = (run, signal) => get(`overview?${new URLSearchParams({ run })}`, signal);

export const matches = (run) => get(`matches?${new URLSearchParams({ run })}`);

export const calibration = (run, signal) => get(`calibration?${new URLSearchParams({ run })}`, signal);

const pause = 1000, // ms between two questions
  again = 4000; // ms after a question without an answer

// Feed holds the known data of a run: config, head, points, matches, ratings, games, report, fleet.
export class Feed {
  // onChange gets the known data and the names of the changed fields. onTrouble gets an error text,
  // or "" when the trouble is over.
  constructor(run, onChange, onTrouble) {
    Object.assign(this, { run, onChange, onTrouble, known: null, id: "", trouble: "" });
    this.end = repeat((signal) => this.ask(signal));
  }

  // ask asks once, and returns the time until the next question.
  async ask(signal) {
    const query = new URLSearchParams({ run: this.run, after: this.id });
    let answer;
    try {
      answer = await get(`changes?${query}`, signal);
    } catch (error) {
      if (hidden()) return 0; // repeat waits until the page is visible
      this.onTrouble(this.known ? error.message : t("run.unreadable", { error: error.message }));
      return again;
    }
    for (const { kind, data } of answer.events) this.take(kind, data);
    this.id = answer.id;
    this.onTrouble(this.trouble);
    return pause;
  }

  take(kind, data) {
    this.trouble = kind === "trouble" ? data.error : "";
    if (kind === "trouble") return;
    const whole = kind === "snapshot";
    const points = whole ? (data.points ?? []) : [...this.known.points, ...(data.points ?? [])];
    this.known = whole
      ? { matches: [], ratings: null, games: [], report: null, fleet: null, ...data, points }
      : { ...this.known, ...data, points };
    this.onChange(this.known, new Set(whole ? Object.keys(this.known) : Object.keys(data)));
  }

  close() {
    this.end();
    this.onChange = this.onTrouble = () => {};
  }
}
