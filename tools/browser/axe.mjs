// The checks of axe-core, a library that finds faults of accessibility.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// colours are the rules whose results depend on the colours of the page.
export const colours = ["color-contrast", "link-in-text-block"];

// accessible checks that axe finds nothing on the page as it is shown now, by all rules or by some.
export async function accessible(page, what, rules) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const found = await page.evaluate(async (rules) => {
    const { violations } = await globalThis.axe.run(rules ? { runOnly: rules } : {});
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`);
  }, rules);
  assert.deepEqual(found, [], `axe finds faults: ${what}`);
}
