// The colours of the pages: light, dark, or as the system has them. The page loads this script before
// it draws anything, so that it never shows the wrong colours first.
{
  const key = "phalanx theme",
    system = matchMedia("(prefers-color-scheme: dark)"),
    root = document.documentElement;

  // read and store use the memory of the browser, which may forbid that. Then a choice holds until the
  // page is closed.
  const read = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const store = (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // forbidden
    }
  };
  const stored = () => read(key) ?? "system";
  let choice = stored();

  // apply shows the chosen colours, and tells the drawings that cannot follow a style sheet.
  const apply = () => {
    const dark = choice === "system" ? system.matches : choice === "dark";
    root.dataset.theme = dark ? "dark" : "light";
    dispatchEvent(new Event("themechange"));
  };

  const choose = (value) => {
    choice = value;
    store(key, value);
    apply();
  };

  // The first visit shows the page before it loads the fonts. Later the browser has them in its cache.
  const visited = "phalanx fonts";
  const dress = () => (document.getElementById("fonts").media = "all");
  if (read(visited) !== null) dress();
  else
    addEventListener("load", () => {
      dress();
      store(visited, "true");
    });

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
