// The checks of axe-core, a library that finds faults of accessibility.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// accessible checks that axe finds nothing on the page as it is shown now.
export async function accessible(page, what) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`);
  });
  assert.deepEqual(found, [], `axe finds faults: ${what}`);
}
