// A dealer at the table: signing in, whole rounds by touch and by keyboard alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, openTable, ready, says, signIn, startRound } from "./browser.mjs";
import { CARDS, Studio } from "./studio.mjs";

let browser;
let studio;
before(async () => {
  [browser, studio] = await Promise.all([Browser.start(), Studio.start({ bettingMs: 9000 })]);
});
after(async () => {
  await browser?.stop();
  await studio?.stop();
});

const go = (page) => page.getByTestId("go");
const seat = (page, name) => page.locator(`[data-seat="${name}"]`);

/** As a keyboard reader does: the field of the badge has the focus by itself. */
async function readBadge(page, number) {
  await page.locator('[name="badge"]:focus').waitFor();
  await page.keyboard.type(`${number}\n`);
}

async function handsPlay(hand, page) {
  await hand.deal();
  await says(page, "betting is open");
  await says(page, "Turn Player 1, card 1"); // betting has closed by the studio's own clock
  await hand.turn(CARDS);
  await says(page, "Confirm the result");
}

test("a wrong password is told, the right one lets in", async () => {
  const page = await browser.screen({ url: studio.url });
  await signIn(page, "anna", "not-her-password");
  await page.getByText("Name, password or badge is not right").waitFor();
  await signIn(page, "nobody", "not-her-password");
  await page.getByText("Name, password or badge is not right").waitFor();
  await signIn(page, "anna");
  await page.getByTestId("tile-T1").waitFor();
  await page.context().close();
});

test("a badge lets in, and the cookie is no script's to read", async () => {
  const page = await browser.screen({ url: studio.url });
  await readBadge(page, "100001");
  await page.getByTestId("tile-T1").waitFor();
  const [cookie] = await page.context().cookies();
  assert.equal(cookie.httpOnly, true);
  assert.equal(cookie.sameSite, "Strict");
  assert.equal(await page.evaluate(() => document.cookie), "");
  await page.context().close();
});

test("a whole round by touch", async () => {
  const page = await browser.signedIn(studio, "anna", { touch: true });
  await page.getByTestId("tile-T1").tap();
  await openTable(page, studio.hand);
  await startRound(page);
  assert.match(await page.getByRole("timer").getAttribute("aria-label"), /Betting: \d/);
  await handsPlay(studio.hand, page);
  assert.equal(await seat(page, "P1").locator(".worth").textContent(), "8");
  assert.match(await seat(page, "P1").locator(".outcome").textContent(), /wins 2:1.*pair/);
  assert.match(await seat(page, "P2").locator(".outcome").textContent(), /loses/);
  assert.match(await seat(page, "P3").locator(".outcome").textContent(), /tie/);
  assert.equal(await page.locator('[data-slot="B.2"]').getAttribute("data-card"), "5d");
  await go(page).tap();
  await says(page, "Take the cards away (12)");
  await studio.hand.clear();
  await says(page, "Start the round");
  await page.getByText("400 cards left").waitFor(); // 416, less the turned card and two burned ones, less thirteen
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a whole round by keyboard alone", async () => {
  const page = await browser.screen({ url: studio.url });
  await readBadge(page, "100001");
  await page.getByTestId("tile-T1").waitFor();
  await page.keyboard.press("Tab");
  for (let tries = 0; tries < 12 && !(await page.evaluate(() => document.activeElement?.dataset.testid === "tile-T1")); ++tries) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await says(page, "Start the round");
  await ready(page, "go");
  await page.keyboard.press("NumpadEnter");
  await says(page, "Burn one card");
  await handsPlay(studio.hand, page);
  await ready(page, "go");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter"); // twice by mistake: it confirms, and starts no round
  await says(page, "Take the cards away");
  await page.keyboard.press("m");
  await page.getByText("What happened?").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("What happened?").waitFor({ state: "detached" });
  await studio.hand.clear();
  await says(page, "Start the round");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a pause by touch stops the countdown, and a supervisor's badge goes on with it", async () => {
  const page = await browser.signedIn(studio, "anna", { touch: true });
  await page.getByTestId("tile-T1").tap();
  await says(page, "Start the round");
  await go(page).tap();
  await says(page, "Burn one card");
  const box = await page.getByTestId("pause").boundingBox();
  await page.getByTestId("pause").tap();
  await says(page, "The table is paused");
  assert.match(await page.getByRole("timer").textContent(), /Held/);
  assert.deepEqual(await page.getByTestId("pause").boundingBox(), box, "the place of pause never moves");
  await page.getByTestId("pause").tap();
  await page.getByTestId("second-badge").fill("100001"); // the dealer's own badge
  await page.keyboard.press("Enter");
  await page.getByText("A second person is needed").or(page.getByText("This person may not sign here")).waitFor();
  await page.getByTestId("second-badge").fill("200001");
  await page.keyboard.press("Enter");
  await says(page, "Burn one card");
  await page.context().close();
});
