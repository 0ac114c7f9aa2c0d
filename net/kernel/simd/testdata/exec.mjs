// Runs a Go test program with the loops: node exec.mjs WASM_EXEC_JS ENGINE_JS KERNEL_WASM PROGRAM ARGUMENT...
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

const [script, start, kernel, program, ...args] = process.argv.slice(2);
const module = (name) => new WebAssembly.Module(fs.readFileSync(name));
const require = createRequire(import.meta.url);
Object.assign(globalThis, { require, fs, path });
require(script);
const { run, relaxed } = await import("data:text/javascript," + encodeURIComponent(fs.readFileSync(start)));
const go = new Go();
go.argv = [program, ...args];
go.env = { TMPDIR: os.tmpdir(), ...process.env };
go.exit = process.exit;
let loops;
try {
  loops = module(kernel);
} catch (error) {
  if (relaxed()) throw error;
  console.log("no relaxed SIMD");
  process.exit(1);
}
await run(go, module(program), loops);
