// The choices of the person that hold before the page draws anything, so that it never shows the wrong
// ones first: the colours, and the language of the texts.
{
  const root = document.documentElement,
    choices = { theme: "phalanx theme", language: "phalanx language" }; // names in the memory of the browser

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

  // The colours: light, dark, or as the system has them.
  const system = matchMedia("(prefers-color-scheme: dark)"),
    stored = () => read(choices.theme) ?? "system";
  let theme = stored();

  // apply shows the chosen colours, and tells the drawings that cannot follow a style sheet.
  const apply = () => {
    const dark = theme === "system" ? system.matches : theme === "dark";
    root.dataset.theme = dark ? "dark" : "light";
    dispatchEvent(new Event("themechange"));
  };

  const choose = (value) => {
    theme = value;
    store(choices.theme, value);
    apply();
  };

  // The language: the chosen one, else the first of the browser's languages that the page has.
  const languages = ["en", "de", "es"],
    known = (name) => languages.find((language) => language === name);
  const preferred = navigator.languages.map((name) => known(name.toLowerCase().split("-")[0]));
  root.lang = known(read(choices.language)) ?? preferred.find(Boolean) ?? "en";

  // English is in the page itself. The texts of another language load beside the scripts, and style.css
  // hides the page for them, for a second at most. If they do not load, the page stays English.
  if (root.lang !== "en") {
    const file = `./languages/${root.lang}.js`;
    root.dataset.awaits = "language";
    globalThis.translation = import(file).then(
      (texts) => texts.default,
      () => void (root.lang = "en"),
    );
  }

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
    if (event.key !== choices.theme) return;
    theme = stored();
    apply();
  });
  addEventListener("DOMContentLoaded", () => {
    const list = document.getElementById("theme"),
      other = document.getElementById("language");
    list.value = theme;
    list.addEventListener("change", () => choose(list.value));
    other.parentNode.dataset.code = other.value = root.lang; // a narrow screen shows only the code
    other.addEventListener("change", () => {
      store(choices.language, other.value);
      location.reload(); // the address and the memory of the browser keep the game
    });
  });
}
