// Short wooden clicks for moves and captures. Web Audio makes them, so there are no files. They are
// off until a person turns them on.
import { keep, kept } from "./memory.js";
import { state } from "./state.js";

const $ = (id) => document.getElementById(id);

let on = kept("sound") === true,
  context = null,
  heard = null; // the last position that was heard

// click plays one click after some seconds. A capture is lower and longer.
function click(after, pitch, length) {
  const begin = context.currentTime + after,
    tone = context.createOscillator(),
    loud = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, begin);
  tone.frequency.exponentialRampToValueAtTime(pitch / 3, begin + length);
  loud.gain.setValueAtTime(0.25, begin);
  loud.gain.exponentialRampToValueAtTime(0.001, begin + length);
  tone.connect(loud).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + length);
}

function play(captured) {
  context ??= new AudioContext();
  click(0, 900, 0.05);
  if (captured) click(0.07, 420, 0.09);
}

// follow plays a sound when the game is one move longer.
export function follow() {
  const { live } = state;
  if (live === heard) return;
  const next = heard && live && live.ply === heard.ply + 1;
  heard = live;
  if (on && next && live.last) play(live.last.captured.length > 0);
}

export function draw() {
  $("sound").setAttribute("aria-pressed", on);
}

// toggle turns the sound on or off. When it turns on, a click shows what to expect.
export function toggle() {
  on = !on;
  keep("sound", on);
  draw();
  if (on) play(false);
}
