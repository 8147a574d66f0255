// A slow network: 400 ms each way with jitter, stalls and drops. What is pressed twice is done once, and the state is the feed's.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Browser, openTable, says, startRound } from "./browser.mjs";
import { SlowLine } from "./proxy.mjs";
import { CARDS, Studio } from "./studio.mjs";

const SLOW = { delayMs: 400, jitterMs: 150 };

let browser;
let studio;
let slow;
let anna; // at the end of a slow line
let boris; // at the end of another
let near; // a supervisor beside the studio
before(async () => {
  [browser, studio] = await Promise.all([Browser.start(), Studio.start({ bettingMs: 3000 })]);
  slow = await SlowLine.to(studio.port, SLOW);
  anna = await browser.signedIn({ url: slow.url }, "anna");
  await anna.getByTestId("tile-T1").click();
  boris = await browser.signedIn({ url: slow.url }, "boris");
  await boris.getByTestId("tile-T1").click();
  near = await browser.signedIn(studio, "clara");
  await near.getByTestId("tile-T1").click();
});
after(async () => {
  await browser?.stop();
  await slow?.stop();
  await studio?.stop();
});

const lost = (page) => page.getByRole("alertdialog");
/** How often a command was let through, by the audit journal. */
const carriedOut = (command) =>
  readFileSync(`${studio.folder}/console-audit.jsonl`, "utf8")
    .split("\n")
    .filter((line) => line.includes(`"what":"command",`) && line.includes(` ${command}"`)).length;
const refused = () =>
  readFileSync(`${studio.folder}/console-audit.jsonl`, "utf8")
    .split("\n")
    .filter((line) => line.includes('"command refused"')).length;

/** Two taps as a hand makes them, whatever the button has become by the second. */
const doubleTap = (page, testId) =>
  page.getByTestId(testId).evaluate((button) => {
    button.click();
    return new Promise((done) => setTimeout(() => done(button.click()), 120));
  });

test("a slow line alone is no lost line: a whole round is dealt over it", async () => {
  await openTable(anna, studio.hand);
  await startRound(anna);
  await studio.hand.deal();
  await says(anna, "Turn Player 1, card 1");
  await studio.hand.turn(CARDS);
  await says(anna, "Confirm the result");
  assert.equal(await lost(anna).count(), 0);
  assert.equal(await lost(boris).count(), 0);
});

test("a double tap over a slow line is one command", async () => {
  const before = carriedOut("confirm_result");
  await anna.locator('[data-testid="go"]:enabled').getByText("Confirm").waitFor();
  await doubleTap(anna, "go");
  await says(near, "Take the cards away");
  await says(anna, "Take the cards away");
  assert.equal(carriedOut("confirm_result"), before + 1);
  await studio.hand.clear();
  await says(anna, "Start the round");
  const [starts, refusals] = [carriedOut("start_round"), refused()];
  await anna.locator('[data-testid="go"]:enabled').getByText("Start round").waitFor();
  await doubleTap(anna, "go");
  await says(anna, "Burn one card");
  assert.equal(carriedOut("start_round"), starts + 1);
  assert.equal(refused(), refusals, "nor was a second one refused");
});

test("two supervisors act at once: one is obeyed, the other gets one clear sentence", async () => {
  const before = carriedOut("pause_table");
  for (const page of [boris, near]) await page.locator('[data-testid="pause"]:enabled').getByText("Pause").waitFor();
  await Promise.all([boris, near].map((page) => page.getByTestId("pause").evaluate((button) => button.click())));
  for (const page of [anna, boris, near]) await says(page, "The table is paused");
  await boris.locator(".notice.bad").waitFor(); // the longer way came second
  assert.match(await boris.locator(".notice.bad").textContent(), /Refused: .+/);
  assert.equal(await near.locator(".notice.bad").count(), 0);
  assert.equal(carriedOut("pause_table"), before + 2, "both were passed on, and the studio obeyed one");
  await near.locator('[data-testid="pause"]:enabled').getByText("Resume").waitFor();
  await near.getByTestId("pause").click();
  for (const page of [anna, boris, near]) await says(page, "Burn one card");
});

test("a stall of three seconds shows within two, and afterwards the state is the feed's", async () => {
  const began = Date.now();
  slow.stall(3000);
  await lost(anna).waitFor();
  const shown = Date.now() - began;
  assert.ok(shown < 2000 + SLOW.delayMs + SLOW.jitterMs, `${shown} ms`); // what was on its way arrives, and the silence begins then
  await studio.hand.burn(); // the table goes on meanwhile
  await studio.hand.lay("P1.1");
  await says(near, "Deal Player 2, card 1");
  await lost(anna).waitFor({ state: "detached" });
  await says(anna, "Deal Player 2, card 1");
  assert.equal(await anna.locator('[data-slot="P1.1"]').count(), 1);
});

test("a command on its way when the line breaks is not sent again", async () => {
  const before = carriedOut("pause_table");
  await anna.locator('[data-testid="pause"]:enabled').waitFor();
  await anna.getByTestId("pause").click();
  await anna.waitForTimeout(SLOW.delayMs + SLOW.jitterMs + 100); // it has arrived, its answer has not
  slow.drop();
  await lost(anna).waitFor();
  await anna.getByText("look whether it was done").waitFor();
  await lost(anna).waitFor({ state: "detached" });
  await says(near, "The table is paused");
  await says(anna, "The table is paused");
  assert.equal(carriedOut("pause_table"), before + 1);
  await near.locator('[data-testid="pause"]:enabled').getByText("Resume").waitFor();
  await near.getByTestId("pause").click();
  await says(anna, "Deal Player 2, card 1");
});

test("lines that break again and again leave every screen on the feed's state", async () => {
  for (let round = 0; round < 3; ++round) {
    slow.drop();
    await lost(anna).waitFor();
    await lost(anna).waitFor({ state: "detached" });
  }
  await studio.hand.lay("P2.1");
  for (const page of [anna, boris, near]) await says(page, "Deal Player 3, card 1");
  const faces = (page) => page.locator("[data-slot]").evaluateAll((places) => places.map((place) => `${place.dataset.slot} ${place.dataset.card ?? ""}`).sort().join());
  assert.equal(await faces(anna), await faces(near));
  assert.equal(await faces(boris), await faces(near));
  assert.deepEqual([...anna.problems, ...boris.problems, ...near.problems].filter((one) => !/WebSocket|ERR_|Failed to load/.test(one)), []);
});
