// The browser of the tests. CHROMIUM in the environment names another one. The headless shell of Chromium has
// no window around the page, so it needs half the processor time.
import { existsSync } from "node:fs";

const places = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

export const executablePath = process.env.CHROMIUM ?? places.find((path) => existsSync(path)) ?? places[1];
