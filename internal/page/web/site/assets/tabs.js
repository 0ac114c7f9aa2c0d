// The tabs beside the board. On a phone they lie in a sheet, which the button "More" opens.

const $ = (id) => document.getElementById(id);
const tabs = () => [...document.querySelectorAll('[role="tab"]')];

// show selects a tab by the name of its panel. On a phone it also opens the sheet.
export function show(name) {
  for (const tab of tabs()) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    $(tab.getAttribute("aria-controls")).hidden = !chosen;
  }
  sheet(true);
}

// sheet opens or closes the sheet of a phone. On a large screen this changes nothing.
export function sheet(open) {
  document.body.classList.toggle("sheet-open", open);
  $("more").setAttribute("aria-expanded", open);
}

// step returns the tab that an arrow key selects, if any.
function step(event) {
  const list = tabs(),
    by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  return by && list[(list.indexOf(event.target) + by + list.length) % list.length];
}

export function listen() {
  for (const tab of tabs()) {
    tab.addEventListener("click", () => show(tab.id.replace("tab-", "")));
    tab.addEventListener("keydown", (event) => {
      const next = step(event);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation(); // the arrows also browse the game
      next.focus();
      next.click();
    });
  }
  $("more").addEventListener("click", () => sheet(!document.body.classList.contains("sheet-open")));
  $("board").addEventListener("pointerdown", () => sheet(false));
}
