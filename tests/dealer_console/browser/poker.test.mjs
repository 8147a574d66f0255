// A round of Russian Poker at the console: boxes that are asked, by their owners and by what is said at the table.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, says } from "./browser.mjs";
import { Distributor, Studio } from "./studio.mjs";

let browser;
let studio;
let north;
let page;
before(async () => {
  [browser, studio] = await Promise.all([Browser.start(), Studio.start({ game: "russian-poker", bettingMs: 4000, extra: "[table.rules]\ndecision_ms = 600000" })]);
  north = new Distributor(studio, "T1", "north");
});
after(async () => {
  north?.stop();
  await browser?.stop();
  await studio?.stop();
});

const go = () => page.getByTestId("go");
const choose = (choice) => page.getByTestId(`choose-${choice}`);
const five = (seat) => [1, 2, 3, 4, 5].map((index) => `${seat}.${index}`);
const show = async (cards) => {
  for (const [slot, card] of Object.entries(cards)) await studio.hand.show(slot, card);
};

test("boxes stake, cards are dealt, the first box is asked with its prices", async () => {
  page = await browser.signedIn(studio, "anna", { touch: true });
  await page.getByTestId("tile-T1").tap();
  await says(page, "Open the table");
  await go().tap();
  await says(page, "Start the round");
  await go().tap();
  await page.getByRole("timer").waitFor();
  const round = (await page.locator(".fact").first().textContent()).split(" ").at(-1);
  for (const box of ["X1", "X2"]) assert.ok((await north.stake(round, box, "ANTE", 10_000)).accepted, box);
  await says(page, "Deal Box 1");
  await studio.hand.lay(...five("X1"), ...five("X2"));
  await says(page, "Lay open Dealer, card 1");
  await studio.hand.show("D.1", "6c");
  await studio.hand.lay("D.2", "D.3", "D.4", "D.5");
  await says(page, "Turn Box 1");
  await show({ "X1.1": "Ks", "X1.2": "Kh", "X1.3": "Kd", "X1.4": "2c", "X1.5": "7s" });
  await says(page, "Box 1 decides");
  assert.match(await choose("BET").textContent(), /200\.00 EUR/);
  assert.match(await choose("EXCHANGE").textContent(), /100\.00 EUR/);
  assert.match(await page.getByRole("timer").getAttribute("aria-label"), /Decision: \d+/);
});

test("an exchange said at the table: which cards, its price, and new cards are laid", async () => {
  await choose("EXCHANGE").tap();
  assert.equal(await page.getByTestId("decide").isDisabled(), true, "no card is named yet");
  await page.getByTestId("exchange-4").tap();
  await page.getByTestId("exchange-5").tap();
  await page.getByTestId("decide").dblclick(); // a nervous hand: it counts once
  await says(page, "Take the cards away (2)");
  await studio.hand.take("X1.4", "X1.5");
  await says(page, "Lay open Box 1, card 4");
  await show({ "X1.4": "Qc", "X1.5": "Qd" });
  await says(page, "Box 1 decides");
  assert.equal(await choose("EXCHANGE").count(), 0, "one purchase a deal");
  assert.deepEqual(page.problems, []);
});

test("by keyboard: a digit chooses, Enter enters", async () => {
  await page.keyboard.press("2");
  await page.getByTestId("decide").waitFor();
  await page.keyboard.press("Escape");
  await choose("BET").waitFor();
  await page.keyboard.press("2");
  await page.getByTestId("decide").waitFor();
  await page.keyboard.press("Enter");
  await says(page, "Turn Box 2");
  await page.locator('[data-seat="X1"] .outcome').getByText("bet").waitFor();
});

test("a box's owner decides on the own screen, and nobody else for it", async () => {
  await show({ "X2.1": "9s", "X2.2": "8h", "X2.3": "4d", "X2.4": "3c", "X2.5": "2s" });
  await says(page, "Box 2 decides");
  const round = (await page.locator(".fact").first().textContent()).split(" ").at(-1);
  const south = new Distributor(studio, "T1", "south");
  const decision = (id) => ({ make_decision: { decision_id: id, round_id: round, box: "X2", choice: "FOLD" } });
  assert.equal((await south.ask(decision("s1"))).rejection.clause, "DECISION.owner");
  south.stop();
  assert.ok((await north.ask(decision("n1"))).accepted);
  await page.locator('[data-seat="X2"] .outcome').getByText("folded").waitFor();
});

test("insurance: an amount outside its limits is told beside the field", async () => {
  await says(page, "Box 1 decides");
  await choose("INSURE").tap();
  await page.getByTestId("amount").fill("999,999");
  await page.getByText(/An amount from .* please/).waitFor();
  assert.equal(await page.getByTestId("decide").isDisabled(), true);
  await page.getByTestId("amount").fill("250");
  await page.getByTestId("decide").tap();
  await says(page, "Turn Dealer");
});

test("the dealer has no game: the box takes its ante, and the result stands with its combinations", async () => {
  await show({ "D.2": "8d", "D.3": "4s", "D.4": "Jd", "D.5": "2h" });
  await says(page, "Box 1 decides");
  await choose("TAKE_ANTE").waitFor();
  assert.match(await choose("BUY_GAME").textContent(), /100\.00 EUR/);
  await choose("TAKE_ANTE").tap();
  await page.getByTestId("decide").tap();
  await says(page, "Confirm the result");
  await page.locator('[data-seat="X1"] .outcome').getByText(/wins/).waitFor();
  await go().tap();
  await says(page, "Take the cards away");
  assert.deepEqual(page.problems, []);
});
