// The film of a game: an animated GIF with a frame for each position.
import { drawSVG, withBoard } from "./drawing.js";

const widest = 560; // pixels
const pause = { first: 1000, move: 700, last: 4000 }; // time of a frame in ms

// film returns the bytes of a film.
//
//   count    the number of positions
//   viewAt   returns the position after some moves, or a promise of it
//   flipped  true if Black is at the bottom of the board
//   signal   ends the work early, with an AbortError
//   onFrame  gets the number of frames that are done
export async function film({ count, viewAt, flipped, signal, onFrame }) {
  const { GIFEncoder, applyPalette, quantize } = await import("./vendor/gifenc.js"), // only films need it
    last = count - 1;
  return withBoard(await viewAt(0), flipped, async (board) => {
    const stage = await raise(board),
      { width, height } = stage.canvas,
      gif = GIFEncoder();
    // Two frames give all frames their colours. One more colour is for a pixel that stays the same.
    const ends = [await stage.show(await viewAt(0)), await stage.show(await viewAt(last))],
      palette = quantize(joined(ends), 255),
      same = palette.length;
    let before = null;
    for (let n = 0; n < count; n++) {
      signal.throwIfAborted();
      const frame = applyPalette(await stage.show(await viewAt(n)), palette);
      gif.writeFrame(before ? frame.map((at, i) => (at === before[i] ? same : at)) : frame, width, height, {
        palette: before ? null : [...palette, [0, 0, 0]],
        delay: n === last ? pause.last : n ? pause.move : pause.first,
        transparent: before !== null,
        transparentIndex: same,
        dispose: 1, // the next frame lies over this one
      });
      before = frame;
      onFrame(n + 1);
      await new Promise((done) => setTimeout(done)); // the page answers between frames
    }
    gif.finish();
    return gif.bytes();
  });
}

// raise returns the canvas of a film, and show, which draws a position on it and resolves with its pixels.
// The empty board is drawn once.
async function raise(board) {
  const { w, h } = board.extent(),
    scale = Math.min(1.5, widest / w),
    canvas = blank(Math.round(scale * w), Math.round(scale * h)),
    ground = blank(canvas.width, canvas.height),
    box = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  board.layers.stones.remove();
  board.layers.traces.remove();
  await drawSVG(ground.getContext("2d"), board.svg, box);
  board.layers.frame.remove();
  board.layers.squares.remove();
  board.svg.append(board.layers.traces, board.layers.stones);
  const c = canvas.getContext("2d", { willReadFrequently: true });
  const show = async (view) => {
    board.draw(view, board.flipped);
    c.drawImage(ground, 0, 0);
    await drawSVG(c, board.svg, box);
    return c.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  return { canvas, show };
}

const blank = (width, height) => Object.assign(document.createElement("canvas"), { width, height });

function joined(parts) {
  const all = new Uint8ClampedArray(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}
