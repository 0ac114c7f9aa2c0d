// The matches of the gate, the newest games and the report, as tables.
import { count, interval, percent, short, time } from "./format.js";
import { t } from "./texts.js";

export function row(...cells) {
  const node = document.createElement("tr");
  for (const cell of cells) {
    const data = document.createElement("td");
    data.append(cell);
    node.append(data);
  }
  return node;
}

const decisions = {
  accepted: t("gate.accepted"),
  rejected: t("gate.rejected"),
  undecided: t("gate.undecided"),
};

export function drawMatches(body, matches) {
  body.replaceChildren(
    ...[...matches]
      .reverse()
      .map((m) => {
        const node = row(
          t("gate.step", { step: count(m.candidate) }),
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

const gamesText = (n) => t("games", { n: Math.round(n), written: count(n) });

export const gateText = ({ gate, gate_sims }) =>
  gate
    ? t("gate.how", {
        games: t("games", { n: gate, written: gate }),
        simulations: t("simulations", { n: gate_sims }),
      })
    : t("gate.off");

const results = {
  "1-0": t("white"),
  "0-1": t("black"),
  "1/2-1/2": t("outcome.draw"),
  "*": t("outcome.stopped"),
};
const reasons = {
  "far-row": t("outcome.far-row"),
  "no-moves": t("outcome.no-moves"),
  "ply-limit": t("outcome.limit"),
  proof: t("outcome.proof"),
  repetition: t("outcome.repetition"),
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
        `${t(g.first)}${g.usual ? "" : " *"}`,
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
      ([reason, batches]) => t("fleet.batches", { batches: count(batches), reason }),
    ),
  ].join(", ") || "0";
const ago = (seen) =>
  seen === null
    ? t("fleet.never")
    : t("fleet.ago", { seconds: count(Math.max(0, Math.round(Date.now() / 1000 - seen))) });

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
          w.lag === null ? "–" : t("steps", { n: w.lag, written: count(w.lag) }),
          count(w.spooled),
          count(w.stored),
          refusedText(w),
        ),
      ),
    );
  place.querySelector("p").textContent = t("fleet.sum", {
    games: gamesText(fleet.games_per_hour),
    stored: count(fleet.stored),
    refused: count(fleet.refused),
    spooled: count(fleet.spooled),
    share: percent(fleet.used_share),
  });
}

export function drawReport(place, known) {
  const { report, head } = known;
  if (!report) {
    const note = document.createElement("p");
    note.className = "nothing";
    note.textContent =
      t(head.state === "reporting" ? "report.measuring" : "report.later");
    return place.replaceChildren(note);
  }
  const matches = table(
    [t("match.against"), t("match.won"), t("match.drawn"), t("match.lost"), t("match.elo")],
    report.matches.map((m) => row(m.against, m.wins, m.draws, m.losses, interval(m.elo))),
  );
  const exact = table(
    [t("report.mistakes"), t("report.network"), t("report.search")],
    report.exact.flatMap((e) => [
      row(e.model, shareText(e.policy), searchText(e.search, e)),
      ...(e.played
        ? [
            row(
              t("report.played", { model: e.model }),
              shareText(e.played.policy),
              searchText(e.played.search, e),
            ),
          ]
        : []),
    ]),
  );
  place.replaceChildren(...(report.matches.length ? [matches] : []), ...(report.exact.length ? [exact] : []));
}

export const shareText = ({ rate, low, high }) =>
  t("report.share", { rate: percent(rate, 1), low: percent(low, 1), high: percent(high, 1) });
const searchText = (share, { simulations: n }) => `${shareText(share)}, ${t("simulations", { n })}`;

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
