// How quick the console is. Of a machine that has its processors for itself: it is labelled "quickness" for those who have none.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, ready, says } from "./browser.mjs";
import { Studio } from "./studio.mjs";

let browser;
let studio;
before(async () => {
  [browser, studio] = await Promise.all([Browser.start(), Studio.start({ tables: ["T1", "T2"] })]);
});
after(async () => {
  await browser?.stop();
  await studio?.stop();
});

test("a frozen gateway is shown within two seconds", async () => {
  const page = await browser.signedIn(studio, "anna");
  await page.getByTestId("tile-T1").click();
  await says(page, "Open the table");
  const gateway = studio.gatewayPid();
  process.kill(gateway, "SIGSTOP"); // the socket stays open and says nothing
  const from = Date.now();
  const lost = page.getByRole("alertdialog");
  await lost.waitFor();
  const after = Date.now() - from;
  process.kill(gateway, "SIGCONT");
  assert.ok(after < 2000, `shown after ${after} ms`);
  await lost.waitFor({ state: "detached" });
  await page.context().close();
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
  assert.ok(p95 <= 150, `p95 ${p95} ms`);
  await page.context().close();
});
