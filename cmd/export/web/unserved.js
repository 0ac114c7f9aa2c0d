// This script shows a message if the page was opened from the disk, where browsers run neither
// modules nor workers.
if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () => {
    const hint = document.createElement("p");
    hint.setAttribute("role", "alert");
    hint.append(
      "Browsers do not run this page from the disk. Put the folder on any web host, or run ",
      Object.assign(document.createElement("code"), { textContent: "python3 -m http.server" }),
      " in it and open http://localhost:8000/.",
    );
    document.body.replaceChildren(hint);
  });
}
