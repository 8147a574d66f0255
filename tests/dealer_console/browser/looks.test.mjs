// Every language, large and small screens, people who see or reach less, and what the page weighs.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Browser, ready, says } from "./browser.mjs";
import { BIN, Studio } from "./studio.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser;
let studio;
before(async () => {
  [browser, studio] = await Promise.all([Browser.start(), Studio.start({ tables: ["T1", "T2"], bettingMs: 60_000 })]);
});
after(async () => {
  await browser?.stop();
  await studio?.stop();
});

async function accessible(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }));
  const told = violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`);
  assert.deepEqual(told, [], what);
}

/** Nothing scrolls, and everything that is touched is large enough. */
async function fits(page, what) {
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

const LANGUAGES = { en: "Open the table", ru: "Откройте стол", th: "เปิดโต๊ะ", zh: "请开台" };

for (const [language, open] of Object.entries(LANGUAGES)) {
  test(`in ${language} every screen fits, is large enough to touch, and can be read by everybody`, async () => {
    const page = await browser.screen({ url: studio.url, language });
    assert.equal(await page.getAttribute("html", "lang"), language);
    await fits(page, "signing in");
    await accessible(page, "signing in");
    await page.fill('[name="name"]', "boris");
    await page.fill('[name="password"]', "boris-watches");
    await page.click('button[type="submit"]');
    await page.getByTestId("tile-T1").waitFor();
    await fits(page, "the wall");
    await accessible(page, "the wall");
    await page.getByTestId("tile-T2").click(); // T2 stays closed
    await says(page, open);
    await fits(page, "a closed table");
    await accessible(page, "a closed table");
    await page.context().close();
  });
}

test("every dialogue fits and can be read by everybody", async () => {
  const page = await browser.signedIn(studio, "anna");
  await page.getByTestId("tile-T1").click();
  await page.getByTestId("go").click();
  await says(page, "Start a new shoe");
  await page.getByTestId("go").click();
  await says(page, "Draw one card");
  await studio.hand.openShoe();
  await says(page, "Start the round");
  await page.getByTestId("go").click();
  await says(page, "Burn one card");
  await studio.hand.deal();
  await says(page, "betting is open");
  await accessible(page, "betting");
  await fits(page, "betting");
  for (const which of ["mistake", "void"]) {
    await page.getByTestId(which).click();
    await page.getByTestId("dialog").waitFor();
    await fits(page, which);
    await accessible(page, which);
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("p");
  await says(page, "The table is paused");
  await ready(page, "pause");
  await page.keyboard.press("p");
  await page.getByTestId("dialog").waitFor();
  await fits(page, "resume");
  await accessible(page, "resume");
  await page.context().close();
});

test("at 200 % zoom everything can still be reached", async () => {
  const page = await browser.signedIn(studio, "boris", { size: { width: 640, height: 400 } });
  await page.getByTestId("tile-T2").click();
  await page.getByTestId("go").scrollIntoViewIfNeeded();
  assert.ok(await page.getByTestId("go").isVisible());
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 640, "no sideways scrolling");
  await page.context().close();
});

test("the page weighs at most 200 kB, in any language", async () => {
  for (const language of Object.keys(LANGUAGES)) {
    const page = await browser.screen({ url: "about:blank", language });
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    session.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
    await page.goto(studio.url);
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    assert.ok(bytes > 50_000 && bytes <= 200_000, `${language}: ${bytes} bytes`);
    console.log(`${language}: ${(bytes / 1000).toFixed(0)} kB`);
    await page.context().close();
  }
  const assets = join(BIN, "..", "console_web", "assets");
  const packed = readdirSync(assets).filter((name) => name.endsWith(".gz")).reduce((sum, name) => sum + statSync(join(assets, name)).size, 0);
  assert.ok(packed < 100_000, `script and style have ${packed} bytes`);
});

test("a touch has its visible effect within 150 ms, 19 times of 20", async () => {
  const page = await browser.signedIn(studio, "boris");
  await page.getByTestId("tile-T2").click();
  await page.getByTestId("go").click();
  await says(page, "Start a new shoe");
  const times = [];
  for (let turn = 0; turn < 40; ++turn) {
    const pausing = turn % 2 === 0;
    await ready(page, "pause");
    times.push(
      await page.evaluate((wanted) => {
        const line = document.querySelector('[data-testid="big-line"]');
        const from = performance.now();
        document.querySelector('[data-testid="pause"]').click();
        return new Promise((done) => {
          const watch = new MutationObserver(() => {
            if (!line.textContent.includes(wanted)) return;
            watch.disconnect();
            requestAnimationFrame(() => done(performance.now() - from));
          });
          watch.observe(line, { characterData: true, childList: true, subtree: true });
        });
      }, pausing ? "paused" : "Start a new shoe"),
    );
  }
  times.sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95) - 1];
  console.log(`touch to effect: median ${times[times.length / 2].toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
  // A machine whose processors others have says little of the console: there it only may not hang.
  const most = process.env.CI || loadavg()[0] > cpus().length + 1 ? 1500 : 150;
  assert.ok(p95 <= most, `p95 ${p95} ms of ${most} ms`);
  await page.context().close();
});
