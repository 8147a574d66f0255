// A line that breaks: shown over everything, back by itself, nothing done twice.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, newShoe, says, startRound } from "./browser.mjs";
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

test("a frozen gateway is noticed, and what follows is the studio's state", async () => {
  const page = await browser.signedIn(studio, "anna");
  await page.getByTestId("tile-T1").click();
  await says(page, "Open the table");
  const gateway = studio.gatewayPid();
  process.kill(gateway, "SIGSTOP"); // the socket stays open and says nothing
  await lost(page).waitFor();
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
  await newShoe(page, studio.hand);
  await startRound(page);
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

test("an overlay whose line hangs begins another", async () => {
  const overlay = await browser.screen({ url: "about:blank" });
  let lines = 0;
  overlay.on("websocket", () => ++lines);
  await overlay.goto(`${studio.url}/overlay/T1?key=mixer`);
  await overlay.getByRole("status").waitFor({ state: "detached" });
  const gateway = studio.gatewayPid();
  process.kill(gateway, "SIGSTOP");
  await overlay.getByRole("status").waitFor();
  const before = lines;
  await overlay.waitForEvent("websocket");
  process.kill(gateway, "SIGCONT");
  await overlay.getByRole("status").waitFor({ state: "detached" });
  assert.ok(lines > before);
  await overlay.context().close();
});
