// Folders of runs for the tests of the training page.
import { join } from "node:path";
import { folder, remove, serve, start } from "./program.mjs";

const config = ["--config", "configs/tiny.toml"];
const tiny = [
  "replay.min=300",
  "train.cycle_steps=50",
  "network.blocks=1",
  "network.channels=8",
  "gate.games=8",
];
const settings = (name, more) =>
  [...tiny, ...(typeof more === "function" ? more(name) : more)].flatMap((setting) => ["--set", setting]);

// training serves a folder in which runs begin: the small board, with a network that learns in
// seconds. seconds is the length of each run. more are further settings, or a function that returns
// those of a run.
export async function training(names = ["live"], seconds = 60, more = []) {
  const runs = await folder();
  const trains = names.map((name) =>
    start("train", [...config, "--run", join(runs, name), "--for", `${seconds}s`, ...settings(name, more)], {
      modest: true,
    }),
  );
  // The first run on a machine solves the board, which can take minutes.
  await Promise.all(trains.map((train) => train.line(/before training begins|games\/h/, 300)));
  const server = await serve(["--runs", runs]);
  const stop = async () => {
    await Promise.all([...trains.map((train) => train.stop()), server.stop()]);
    await remove(runs);
  };
  return { ...server, runs, train: trains[0], trains, stop };
}
