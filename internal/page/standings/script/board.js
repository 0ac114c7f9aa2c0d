// SVG by hand.
function svg(name, attributes, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...children);
  return e;
}

const SIDE = 40,
  MARGIN = 22; // of a square, and for the coordinates

// drawBoard draws the stones on the board and the last ply.
function drawBoard(board, stones, ply, flipped) {
  const { width, height } = archive;
  const x = (s) => MARGIN + SIDE * ((flipped ? width - 1 - col(s) : col(s)) + 0.5);
  const y = (s) => SIDE * ((flipped ? row(s) : height - 1 - row(s)) + 0.5) + 4;
  const disc = (s, name, r = 15) => svg("circle", { class: name, cx: x(s), cy: y(s), r });
  board.setAttribute("viewBox", `0 0 ${MARGIN + SIDE * width + 4} ${SIDE * height + MARGIN + 4}`);
  board.style.maxWidth = `${64 * width + 40}px`;
  const parts = [];
  for (let r = 0; r < height; r++) {
    for (let c = 0; c < width; c++) {
      const s = r * 16 + c;
      const far = r === height - 1 ? " far-white" : r === 0 ? " far-black" : "";
      parts.push(
        svg("rect", {
          class: "square" + far,
          x: x(s) - SIDE / 2,
          y: y(s) - SIDE / 2,
          width: SIDE,
          height: SIDE,
        }),
      );
    }
    parts.push(
      svg(
        "text",
        { class: "coordinate", x: MARGIN - 7, y: y(r * 16) + 4, "text-anchor": "end" },
        String(r + 1),
      ),
    );
  }
  for (let c = 0; c < width; c++) {
    parts.push(
      svg(
        "text",
        { class: "coordinate", x: x(c), y: SIDE * height + 19, "text-anchor": "middle" },
        String.fromCharCode(97 + c),
      ),
    );
  }
  const moved = new Set(ply ? reaches(ply) : []);
  if (ply) {
    for (const s of leaves(ply)) if (!stones[s]) parts.push(disc(s, "left", 12));
  }
  for (let s = 0; s < 256; s++) {
    if (stones[s])
      parts.push(disc(s, (stones[s] === 1 ? "white" : "black") + (moved.has(s) ? " moved" : "")));
  }
  if (ply) parts.push(...drawMove(ply, stones, x, y, disc));
  board.replaceChildren(...parts);
}

// drawMove draws the captured stones and an arrow from the rear square to the head's landing
// square.
function drawMove(ply, stones, x, y, disc) {
  const parts = [];
  const enemy = ply.colour === 1 ? "black" : "white";
  for (const s of captures(ply)) {
    // Under a new stone, the captured stone shrinks into the corner.
    const [cx, cy, r] = stones[s] ? [x(s) + 13, y(s) - 13, 6] : [x(s), y(s), 14];
    parts.push(svg("circle", { class: (stones[s] ? "" : "ghost ") + enemy, cx, cy, r }));
    for (const d of [-1, 1])
      parts.push(
        svg("line", {
          class: "struck",
          x1: cx - r / 2,
          y1: cy - (r / 2) * d,
          x2: cx + r / 2,
          y2: cy + (r / 2) * d,
        }),
      );
  }
  const dx = x(ply.head) - x(ply.rear),
    dy = y(ply.head) - y(ply.rear),
    size = Math.hypot(dx, dy);
  const [ux, uy] = [dx / size, dy / size];
  const [tx, ty] = [x(ply.head) - 3 * ux, y(ply.head) - 3 * uy];
  parts.push(
    svg("line", { class: "arrow", x1: x(ply.rear), y1: y(ply.rear), x2: tx - 8 * ux, y2: ty - 8 * uy }),
  );
  const corner = (back, aside) => `${tx - back * ux - aside * uy},${ty - back * uy + aside * ux}`;
  parts.push(
    svg("polygon", { class: "arrow-head", points: [corner(-3, 0), corner(10, 7), corner(10, -7)].join(" ") }),
  );
  return parts;
}

// count returns how many stones of a colour are on the squares for which test is true.
function count(stones, colour, test = () => true) {
  let n = 0;
  for (let s = 0; s < 256; s++) if (stones[s] === colour && test(s)) n++;
  return n;
}

// describe returns the content of a board in words.
function describe(stones) {
  const { height } = archive;
  const far = [count(stones, 1, (s) => row(s) === height - 1), count(stones, 2, (s) => row(s) === 0)];
  return `stones ${count(stones, 1)}–${count(stones, 2)}, on the far rows ${far[0]}–${far[1]}`;
}
