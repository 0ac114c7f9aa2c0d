// The matches of the gate, the newest games and the report, as tables.
import { count, interval, percent, short, time } from "./format.js";
import { counted } from "../noun.js";

export function row(...cells) {
  const node = document.createElement("tr");
  for (const cell of cells) {
    const data = document.createElement("td");
    data.append(cell);
    node.append(data);
  }
  return node;
}

const decisions = { accepted: "new best", rejected: "not better", undecided: "unclear" };

export function drawMatches(body, matches) {
  body.replaceChildren(
    ...[...matches]
      .reverse()
      .map((m) => {
        const node = row(
          `step ${count(m.candidate)}`,
          count(m.best),
          time(m.elapsed),
          m.wins,
          m.draws,
          m.losses,
          interval(m.elo),
          decisions[m.decision] ?? m.decision,
        );
        node.className = m.decision;
        return node;
      }),
  );
}

const gamesText = (n) => counted(Math.round(n), "game", { written: count(n) });

export const gateText = ({ gate, gate_sims }) =>
  gate
    ? `From time to time the newest checkpoint plays at most ${counted(gate, "game")} against the best one, ` +
      `with ${counted(gate_sims, "simulation")} a move. If it is clearly better, it becomes the best.`
    : "This run has no gate: its newest checkpoint counts as the best.";

const results = { "1-0": "White", "0-1": "Black", "1/2-1/2": "draw", "*": "stopped" };
const reasons = {
  "far-row": "far row",
  "no-moves": "the opponent cannot move",
  "ply-limit": "limit",
  proof: "proven",
  repetition: "repetition",
  stopped: "",
};

export const resultText = (g) => `${results[g.outcome]}${reasons[g.reason] ? `, ${reasons[g.reason]}` : ""}`;

// drawGames lists games and marks the shown one. It calls choose with the id of a clicked game.
export function drawGames(body, games, shown, choose) {
  const focused = body.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  body.replaceChildren(
    ...games.map((g) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = count(g.number);
      button.dataset.id = g.id;
      const node = row(
        button,
        g.step === null ? "–" : short(g.step),
        `${g.first === "white" ? "White" : "Black"}${g.usual ? "" : " *"}`,
        resultText(g),
        g.plies,
      );
      node.addEventListener("click", () => choose(g.id));
      if (g.id === shown) node.setAttribute("aria-current", "true");
      return node;
    }),
  );
  if (focused) body.querySelector(`[data-id="${focused}"]`)?.focus();
}

const refusedText = (worker) =>
  [
    ...Object.entries(worker.refused).map(([reason, games]) => `${count(games)} ${reason}`),
    ...Object.entries(worker.refused_batches).map(
      ([reason, batches]) => `${count(batches)} ${reason} (batches)`,
    ),
  ].join(", ") || "0";
const ago = (seen) =>
  seen === null ? "never" : `${count(Math.max(0, Math.round(Date.now() / 1000 - seen)))} s ago`;

// drawFleet lists the machines that play for the run, if there are any.
export function drawFleet(place, fleet) {
  place.hidden = !fleet;
  if (!fleet) return;
  place
    .querySelector("tbody")
    .replaceChildren(
      ...fleet.workers.map((w) =>
        row(
          w.name,
          w.state,
          ago(w.seen),
          count(w.cores),
          count(Math.round(w.games_per_hour)),
          w.lag === null ? "–" : counted(w.lag, "step", { written: count(w.lag) }),
          count(w.spooled),
          count(w.stored),
          refusedText(w),
        ),
      ),
    );
  place.querySelector("p").textContent =
    `${gamesText(fleet.games_per_hour)} an hour, ` +
    `${count(fleet.stored)} stored, ${count(fleet.refused)} refused, ` +
    `${count(fleet.spooled)} on their way; ${percent(fleet.used_share)} of the run's games used so far.`;
}

export function drawReport(place, known) {
  const { report, head } = known;
  if (!report) {
    const note = document.createElement("p");
    note.className = "nothing";
    note.textContent =
      head.state === "reporting"
        ? "The finished player is being measured."
        : "At the end of the run, the finished player meets other players. The results appear here.";
    return place.replaceChildren(note);
  }
  const matches = table(
    ["Against", "Won", "Drawn", "Lost", "Elo"],
    report.matches.map((m) => row(m.against, m.wins, m.draws, m.losses, interval(m.elo))),
  );
  const exact = table(
    ["Mistakes on solved positions", "Without search", "With search"],
    report.exact.flatMap((e) => [
      row(e.model, shareText(e.policy), `${shareText(e.search)}, ${counted(e.simulations, "simulation")}`),
      ...(e.played
        ? [
            row(
              `${e.model}, positions from games`,
              shareText(e.played.policy),
              `${shareText(e.played.search)}, ${counted(e.simulations, "simulation")}`,
            ),
          ]
        : []),
    ]),
  );
  place.replaceChildren(...(report.matches.length ? [matches] : []), ...(report.exact.length ? [exact] : []));
}

const shareText = (s) => `${percent(s.rate, 1)} (${percent(s.low, 1)} to ${percent(s.high, 1)})`;

function table(heads, rows) {
  const node = document.createElement("table"),
    head = document.createElement("thead"),
    body = document.createElement("tbody");
  const line = document.createElement("tr");
  line.append(...heads.map((text) => Object.assign(document.createElement("th"), { textContent: text })));
  head.append(line);
  body.append(...rows);
  node.append(head, body);
  return node;
}
