// A line that breaks: shown within two seconds over everything, back by itself, nothing done twice.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, says } from "./browser.mjs";
import { CARDS, Studio } from "./studio.mjs";

let browser;
let studio;
before(async () => {
  [browser, studio] = await Promise.all([Browser.start(), Studio.start({ bettingMs: 1500 })]);
});
after(async () => {
  await browser?.stop();
  await studio?.stop();
});

const lost = (page) => page.getByRole("alertdialog");

test("a frozen gateway is noticed within two seconds, and what follows is the studio's state", async () => {
  const page = await browser.signedIn(studio, "anna");
  await page.getByTestId("tile-T1").click();
  await says(page, "Open the table");
  const gateway = studio.gatewayPid();
  process.kill(gateway, "SIGSTOP"); // the socket stays open and says nothing
  const from = Date.now();
  await lost(page).waitFor();
  assert.ok(Date.now() - from < (process.env.CI ? 5000 : 2000), `shown after ${Date.now() - from} ms`);
  const top = await page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight - 40)?.closest(".lost") !== null);
  assert.ok(top, "it lies over everything, the pause button included");
  process.kill(gateway, "SIGCONT");
  await lost(page).waitFor({ state: "detached" });
  await page.getByTestId("go").click();
  await says(page, "Start a new shoe");
  await page.context().close();
});

test("a gateway that dies comes back, and nobody signs in anew", async () => {
  const page = await browser.signedIn(studio, "anna");
  await page.getByTestId("tile-T1").click();
  process.kill(studio.gatewayPid(), "SIGKILL");
  await lost(page).waitFor();
  await lost(page).waitFor({ state: "detached" });
  await says(page, "Start a new shoe");
  await page.context().close();
});

test("a studio that is killed in the middle of a round comes back on the same round", async () => {
  const page = await browser.signedIn(studio, "anna");
  await page.getByTestId("tile-T1").click();
  await says(page, "Start a new shoe");
  await page.getByTestId("go").click();
  await says(page, "Draw one card");
  await studio.hand.openShoe();
  await says(page, "Start the round");
  await page.getByTestId("go").click();
  await says(page, "Burn one card");
  await studio.hand.deal();
  await says(page, "Turn Player 1, card 1");
  await studio.hand.show("P1.1", CARDS["P1.1"]);
  await says(page, "Turn Player 1, card 2");
  await studio.kill();
  await lost(page).waitFor();
  await studio.run();
  await lost(page).waitFor({ state: "detached" });
  await page.waitForFunction(() => document.querySelector('[data-slot="P1.1"]')?.dataset.card === "4s");
  await studio.hand.turn(Object.fromEntries(Object.entries(CARDS).filter(([slot]) => slot !== "P1.1")));
  await says(page, "Confirm the result");
  await page.context().close();
});

test("a button pressed while the line is down is not pressed again by itself", async () => {
  const page = await browser.signedIn(studio, "anna");
  await page.getByTestId("tile-T1").click();
  await says(page, "Confirm the result");
  const gateway = studio.gatewayPid();
  process.kill(gateway, "SIGSTOP");
  await page.getByTestId("go").click();
  await lost(page).waitFor();
  process.kill(gateway, "SIGCONT");
  await page.getByText("look whether it was done").waitFor();
  await lost(page).waitFor({ state: "detached" });
  await says(page, "Take the cards away"); // the gateway had it; it was carried out once
  await page.context().close();
});
