// The tests start the programs of this repository through this module. `npm run build` builds them.
// Each runs in a folder of its own.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../../", import.meta.url));

export const folder = () => mkdtemp(join(tmpdir(), "epaminondas-browser-"));

export const remove = (path) => rm(path, { recursive: true, force: true, maxRetries: 3 });

// start runs a program. line resolves with the first match of a pattern in its output. stop ends it
// and waits. A modest program computes on one core, and leaves it to others that need it.
export function start(name, args, { modest = false } = {}) {
  const child = spawn(fileURLToPath(new URL(`bin/${name}`, import.meta.url)), args, {
    cwd: repository,
    env: modest ? { ...process.env, GOMAXPROCS: "1" } : process.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (modest && child.pid) setPriority(child.pid, 5);
  const ended = once(child, "exit");
  let printed = "";
  const waiting = new Set();
  const hear = (data) => {
    printed += data;
    for (const check of waiting) check();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const line = (pattern, seconds = 20) =>
    new Promise((resolve, reject) => {
      const finish = (action, value) => {
        waiting.delete(check);
        clearTimeout(timer);
        action(value);
      };
      const check = () => {
        const match = pattern.exec(printed);
        if (match) finish(resolve, match);
      };
      const fail = () => finish(reject, new Error(`${name} has not printed ${pattern} but: ${printed}`));
      const timer = setTimeout(fail, seconds * 1000);
      ended.then(fail, fail);
      waiting.add(check);
      check();
    });
  const stop = async (signal = "SIGINT") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return { line, stop, ended, printed: () => printed, cpu: () => cpu(child.pid) };
}

// cpu returns how many seconds a process has computed so far, on Linux.
function cpu(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) / 100; // 100 ticks a second
}

// serve starts cmd/play on a free port, or on the port of a former address.
export async function serve(args = [], address = "127.0.0.1:0") {
  const program = start("play", ["--addr", address, ...args]);
  try {
    const [url] = await program.line(/http:\/\/[\d.]+:\d+\//);
    return { ...program, url };
  } catch (error) {
    await program.stop("SIGKILL");
    throw error;
  }
}
