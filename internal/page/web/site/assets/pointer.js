// The input of mouse, finger and keys on the board. A finger drags a stone that can move, and
// scrolls the page everywhere else. The right button draws, and so does every pointer if the person wants it.

const slack = 6; // CSS pixels that a pointer may move before a drag begins

export class Pointer {
  // board has squareAt(x, y) and step(dc, dr). The handlers get squares, except draws, which says whether
  // every pointer draws. A page on which nobody draws needs none of draws, onDraw and onDrawn.
  constructor(svg, board, handlers) {
    Object.assign(this, {
      svg,
      board,
      handlers,
      grabbed: null,
      dragging: false,
      dropped: false,
      pressed: false,
      drawn: null, // the square from which a pointer draws
    });
    this.keys(true);
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => this.end());
    // Browsers apply touch-action only to whole SVGs, so a drag must stop the page from scrolling.
    svg.addEventListener(
      "touchmove",
      (event) => {
        if ((this.grabbed || this.drawn) && event.cancelable) event.preventDefault();
      },
      { passive: false },
    );
    svg.addEventListener("pointerleave", () => {
      if (!this.dragging) handlers.onHover(null);
    });
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("contextmenu", (event) => {
      if (handlers.onDraw) event.preventDefault();
    });
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("focus", () => this.keys(!this.pressed));
    document.addEventListener(
      "keydown",
      () => {
        this.pressed = false;
      },
      true,
    );
  }

  down(event) {
    this.dropped = false;
    this.keys(false);
    this.pressed = true;
    if (event.button === 2 && this.handlers.onDraw) return this.sketch(event);
    if (event.button !== 0 || !event.isPrimary) return;
    if (this.handlers.draws?.()) return this.sketch(event);
    const square = event.target.dataset?.square;
    this.grabbed = square && event.target.classList.contains("movable") ? square : null;
    this.x = event.clientX;
    this.y = event.clientY;
  }

  // sketch begins an arrow.
  sketch(event) {
    this.drawn = this.board.squareAt(event.clientX, event.clientY);
    if (this.drawn) this.svg.setPointerCapture(event.pointerId);
  }

  move(event) {
    const square = () => this.board.squareAt(event.clientX, event.clientY);
    if (this.drawn) return this.handlers.onDraw(this.drawn, square());
    if (
      this.grabbed &&
      !this.dragging &&
      Math.hypot(event.clientX - this.x, event.clientY - this.y) > slack
    ) {
      this.dragging = true;
      this.svg.setPointerCapture(event.pointerId);
      this.handlers.onGrab(this.grabbed);
    }
    if (this.dragging) {
      this.board.lift(this.grabbed, event.clientX, event.clientY);
      this.handlers.onHover(square());
    } else if (event.pointerType === "mouse") this.handlers.onHover(event.target.dataset?.square ?? null);
  }

  up(event) {
    if (this.drawn) {
      this.handlers.onDrawn(this.drawn, this.board.squareAt(event.clientX, event.clientY));
      this.drawn = null;
      this.dropped = true;
    }
    const from = this.grabbed;
    if (!this.end()) return;
    this.handlers.onDrop(from, this.board.squareAt(event.clientX, event.clientY));
    this.handlers.onHover(null);
  }

  // cancel ends a drag without a drop. The click that the browser sends later is no choice either.
  cancel() {
    this.end();
    this.handlers.onHover(null);
  }

  // end drops the dragged stone, and returns whether there was one.
  end() {
    if (this.drawn) this.handlers.onDraw(this.drawn, null);
    this.drawn = null;
    const dragged = this.dragging;
    if (dragged) this.dropped = true;
    this.dragging = false;
    this.grabbed = null;
    this.board.lift(null);
    return dragged;
  }

  click(event) {
    const square = event.target.dataset?.square;
    if (!square || this.dropped) return; // a drag is not a click
    this.board.cursor = square;
    this.handlers.onClick(square, event.pointerType === "touch");
  }

  // keys sets whether arrow keys move the cursor. After a click, left and right move through the
  // game.
  keys(byKeys) {
    this.byKeys = byKeys;
    this.svg.classList.toggle("keys", byKeys);
  }

  key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step && (this.byKeys || step[1])) {
      this.keys(true);
      this.board.step(...step);
      this.handlers.onCursor(this.board.cursor);
    } else if (event.key === "Enter" || event.key === " ") this.handlers.onEnter(this.board.cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
