// The keys of the page of play, with the buttons that they press.
import { state } from "./state.js";

const keys = {
  u: "undo",
  h: "hint",
  f: "flip",
  x: "exchange",
  n: "new",
  a: "analyse",
  o: "ownership",
  "?": "shortcuts",
  t: "threats",
  p: "pause",
  s: "step",
  d: "sketch",
  ArrowLeft: "previous",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  Escape: "escape",
};

// Keys while a person retries mistakes.
const retryKeys = {
  h: "retry-hint",
  u: "retry-back",
  r: "retry-back",
  n: "retry-next",
  f: "flip",
  "?": "shortcuts",
  ArrowLeft: "previous",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  Escape: "escape",
};

// Keys while a person sets up a position.
const editorKeys = {
  1: "brush-white",
  2: "brush-black",
  3: "brush-empty",
  f: "flip",
  "?": "shortcuts",
  Escape: "editor-cancel",
};

// playKeys returns the keys that work now.
export function playKeys() {
  if (state.editor) return editorKeys;
  return state.retry ? retryKeys : keys;
}
