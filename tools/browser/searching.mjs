// Helpers of the tests that wait for searches.
import assert from "node:assert/strict";

// searches returns the searches of a page that still run.
export function searches(page) {
  const open = new Set(),
    isSearch = (request) => /api\/(analyse|review)/.test(request.url());
  page.on("request", (request) => {
    if (isSearch(request)) open.add(request);
  });
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => open.delete(request));
  return open;
}

// until waits for a condition. If that stays false, it fails, and says what is wrong.
export async function until(condition, what, seconds = 5) {
  for (const end = Date.now() + seconds * 1000; !(await condition());) {
    assert.ok(Date.now() < end, what);
    await new Promise((done) => setTimeout(done, 50));
  }
}

// written returns the text of an element.
export const written = (page, selector) => page.locator(selector).first().innerText();

// small is a board for two people, and finished a game there that White wins.
export const small = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7";
export const finished = `${small}&moves=a1-a2+d6-c5+a2-a3+c6-d5+a3-a4+b6-a5+a4-b5+c5-c6+b5-b6+d5-d4`;
