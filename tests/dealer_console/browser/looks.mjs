// What every screen has to be: whole, large enough to touch, and readable by everybody.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function accessible(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }));
  const told = violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`);
  assert.deepEqual(told, [], what);
}

/** Nothing scrolls, and everything that is touched is large enough. */
export async function fits(page, what) {
  const found = await page.evaluate(() => ({
    over: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight],
    small: [...document.querySelectorAll("button, a, input, select, summary")].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width > 0 && (box.width < 47.5 || box.height < 47.5);
    }).map((one) => `${one.className || one.tagName} ${one.textContent}`),
    cut: [...document.querySelectorAll("button span, h1, h2, h3, .fact")].filter((one) => one.scrollWidth > one.clientWidth + 2 && getComputedStyle(one).overflow === "visible" && one.closest("button, .seat, .top")?.scrollWidth > one.closest("button, .seat, .top")?.clientWidth + 2).map((one) => one.textContent),
  }));
  assert.deepEqual(found, { over: [0, 0], small: [], cut: [] }, what);
}
