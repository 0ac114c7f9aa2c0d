// The colours of the pages: light, dark, or as the system has them. The page loads this script before
// it draws anything, so that it never shows the wrong colours first.
{
  const key = "phalanx theme",
    system = matchMedia("(prefers-color-scheme: dark)"),
    root = document.documentElement;

  // stored returns the choice of the person. A browser may forbid storage.
  const stored = () => {
    try {
      return localStorage.getItem(key) ?? "system";
    } catch {
      return "system";
    }
  };
  let choice = stored();

  // apply shows the chosen colours, and tells the drawings that cannot follow a style sheet.
  const apply = () => {
    const dark = choice === "system" ? system.matches : choice === "dark";
    root.dataset.theme = dark ? "dark" : "light";
    dispatchEvent(new Event("themechange"));
  };

  const choose = (value) => {
    choice = value;
    try {
      localStorage.setItem(key, value);
    } catch {
      // the choice holds until the page is closed
    }
    apply();
  };

  // The first visit shows the page before it loads the fonts. Later the browser has them in its cache.
  const visited = "phalanx fonts";
  const dress = () => (document.getElementById("fonts").media = "all");
  const remember = () => {
    dress();
    try {
      localStorage.setItem(visited, "true");
    } catch {
      // the next visit is like the first one
    }
  };
  const known = () => {
    try {
      return localStorage.getItem(visited) !== null;
    } catch {
      return false;
    }
  };
  if (known()) dress();
  else addEventListener("load", remember);

  apply();
  system.addEventListener("change", apply);
  addEventListener("storage", (event) => {
    if (event.key !== key) return;
    choice = stored();
    apply();
  });
  addEventListener("DOMContentLoaded", () => {
    const list = document.getElementById("theme");
    list.value = choice;
    list.addEventListener("change", () => choose(list.value));
  });
}
