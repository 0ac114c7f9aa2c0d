// The picture of a finished game: the final board with its last move, the players, the result and the
// curve of the game. It has the colours of the page.
import { drawSVG, withBoard } from "./drawing.js";

const width = 1200,
  height = 630,
  margin = 40,
  column = { x: 700, width: 460 }; // the texts, to the right of the board

// draw draws the picture on a canvas.
//
//   view     the last position
//   flipped  true if Black is at the bottom of the board
//   title    the result in short
//   facts    more about the game
//   players  name and level of White and Black; a person's level is ""
//   curve    the drawing of the curve, or null
//   address  where the page is, or ""
export async function draw(canvas, { view, flipped, title, facts, players, curve, address }) {
  Object.assign(canvas, { width, height });
  const c = canvas.getContext("2d"),
    fonts = ["600 48px 'EB Garamond'", "400 20px Inter", "600 20px Inter"];
  await Promise.all(fonts.map((font) => document.fonts.load(font))).catch(() => {}); // others will do
  c.fillStyle = colour("--page");
  c.fillRect(0, 0, width, height);
  await drawBoard(c, view, flipped);
  const text = (words, y, font, fill, x = column.x) => {
    Object.assign(c, { font, fillStyle: colour(fill) });
    c.fillText(words, x, y, column.x + column.width - x);
  };
  c.letterSpacing = "4px";
  text("EPAMINONDAS", 74, `600 26px ${colour("--serif")}`, "--quiet");
  c.letterSpacing = "1px";
  const top = curve ? 164 : 250; // of the result
  text(title, top, `600 56px ${colour("--serif")}`, "--text");
  c.letterSpacing = "0px";
  text(facts, top + 44, `400 21px ${colour("--sans")}`, "--quiet");
  for (const [i, side] of (flipped ? ["white", "black"] : ["black", "white"]).entries()) {
    const y = top + 122 + 64 * i;
    drawStone(c, side, column.x + 16, y - 9);
    const { name, level } = players[side];
    text(name, level ? y - 13 : y, `600 22px ${colour("--sans")}`, "--text", column.x + 48);
    text(level, y + 13, `400 18px ${colour("--sans")}`, "--quiet", column.x + 48);
  }
  const box = { x: column.x, y: 408, width: column.width, height: 124 };
  if (curve) {
    c.fillStyle = colour("--soft");
    c.fillRect(box.x, box.y, box.width, box.height);
    await drawSVG(c, curve, box);
  }
  text(address, height - margin - 4, `400 18px ${colour("--sans")}`, "--quiet");
}

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// drawBoard draws the board as large as its room, and in the middle of it.
const drawBoard = (c, view, flipped) =>
  withBoard(view, flipped, (board) => {
    const { w, h } = board.extent(),
      room = { width: column.x - 2 * margin, height: height - 2 * margin },
      scale = Math.min(room.width / w, room.height / h);
    return drawSVG(c, board.svg, {
      x: margin + (room.width - scale * w) / 2,
      y: (height - scale * h) / 2,
      width: scale * w,
      height: scale * h,
    });
  });

// drawStone draws the stone beside a name.
function drawStone(c, side, x, y) {
  const light = c.createRadialGradient(x - 5, y - 6, 1, x, y, 18);
  ["light", "body", "shade"].forEach((part, i) => light.addColorStop(i / 2, colour(`--${side}-${part}`)));
  Object.assign(c, { fillStyle: light, strokeStyle: colour(`--${side}-rim`), lineWidth: 1.5 });
  c.beginPath();
  c.arc(x, y, 16, 0, 2 * Math.PI);
  c.fill();
  c.stroke();
}
