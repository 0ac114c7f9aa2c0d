// This script stands in index.html itself, so the two always belong to the same export. It reads
// export.json. If index.html belongs to a different export, it reloads the page. If the page cannot
// start, it says why.
{
  const own = document.querySelector('meta[name="code"]').content; // the folder of the scripts
  const mark = "epaminondas reloaded for"; // in the storage of this tab

  // ask resolves with the manifest. It never comes from a cache of the browser.
  const ask = async () => {
    const response = await fetch("export.json", { cache: "no-store" }).catch(() => undefined);
    if (!response) throw new Error("export.json: no answer.");
    if (!response.ok) throw new Error(`export.json: ${response.status} ${response.statusText}`.trim() + ".");
    const manifest = await response.json().catch(() => undefined);
    if (manifest?.code && manifest.files) return manifest;
    const type = response.headers.get("Content-Type") ?? "no type";
    throw new Error(
      `export.json: the host answers with another file (${type}). Copy the whole folder to the host.`,
    );
  };

  // reload loads the page again, past the caches. It reloads only once for each export, so that a
  // host with an old index.html does not keep the page reloading. It reports whether it reloads.
  const reload = async (code) => {
    try {
      if (sessionStorage.getItem(mark) === code) return false;
      sessionStorage.setItem(mark, code);
    } catch {
      return false; // the browser stores no data for this page
    }
    await fetch(location.href, { cache: "reload" }).catch(() => undefined);
    location.reload();
    return true;
  };

  // manifest resolves with the content of export.json if it belongs to this page.
  globalThis.manifest = async () => {
    const read = await ask();
    if (read.code === own) return read;
    if (await reload(read.code)) return new Promise(() => {});
    throw new Error(
      "index.html: it belongs to another export than export.json. The host or a cache still has an old " +
        "file. Reload the page in a minute. If that does not help, copy the whole folder to the host again.",
    );
  };

  // absent resolves with the first script or style of the manifest that the host does not send.
  const absent = async (files) => {
    const needed = files.filter(({ path }) => path.startsWith(own) && /\.(js|css)$/.test(path));
    for (const { path } of needed) {
      const response = await fetch(path, { cache: "no-cache" }).catch(() => undefined);
      const type = response?.headers.get("Content-Type") ?? "no type";
      if (!response?.ok) return `${path}: ${response ? response.status : "no answer"}.`;
      if (!/javascript|css/.test(type)) return `${path}: the host answers with ${type}.`;
    }
    return "A script or a style did not load.";
  };

  const show = (...content) => {
    const hint = document.createElement("p");
    hint.setAttribute("role", "alert");
    hint.append(...content);
    document.body.replaceChildren(hint);
  };

  if (location.protocol === "file:") {
    addEventListener("DOMContentLoaded", () =>
      show(
        "Browsers do not run this page from the disk. Put the folder on any web host, or run ",
        Object.assign(document.createElement("code"), { textContent: "python3 -m http.server" }),
        " in it and open http://localhost:8000/.",
      ),
    );
  } else {
    let failed = false;
    const explain = async ({ target }) => {
      if (failed || !target.matches?.("script, link")) return;
      failed = true;
      const text = await globalThis.manifest().then(
        ({ files }) => absent(files),
        (error) => error.message,
      );
      show(
        `The page cannot load a file that it needs. ${text} Check the connection, and reload the page. ` +
          "The host needs the whole folder of the export.",
      );
    };
    addEventListener("error", explain, true); // such errors do not bubble
  }
}
