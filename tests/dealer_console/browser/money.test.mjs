// What was wagered and who has won it: the page says what the distributors were told of their own wagers, to the last cent, and not to everybody.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, openTable, playRound, says, startRound } from "./browser.mjs";
import { accessible, fits } from "./looks.mjs";
import { CARDS, Distributor, Studio } from "./studio.mjs";

let browser;
let studio;
let acme; // at T1
let north; // at T1 as well
let abroad; // acme at T2
before(async () => {
  [browser, studio] = await Promise.all([Browser.start(), Studio.start({ tables: { T1: "", T2: 'currency = "THB"' }, bettingMs: 3000, keys: true })]);
  const keys = { acme: studio.makeKey("acme"), north: studio.makeKey("north") };
  await new Promise((done) => setTimeout(done, 1500)); // the studio notices
  acme = new Distributor(studio, "T1", "acme", keys.acme);
  north = new Distributor(studio, "T1", "north", keys.north);
  abroad = new Distributor(studio, "T2", "acme", keys.acme);
});
after(async () => {
  for (const one of [acme, north, abroad]) one?.stop();
  await browser?.stop();
  await studio?.stop();
});

async function stakes(all) {
  for (const [one, round, position, minor, currency] of all) {
    const answer = await one.stake(round, position, "PLAYER", minor, currency);
    assert.ok(answer.accepted, JSON.stringify(answer));
  }
}

const minorOf = (text) => BigInt(text.replace(/[,.]/g, ""));

/** The page's amounts of one row, in minor units. */
async function row(page, id) {
  const [currency, wagers, ...amounts] = await page.getByTestId(id).locator("td").allTextContents();
  for (const amount of amounts) assert.match(amount, /^-?\d{1,3}(,\d{3})*\.\d\d$/);
  return [currency, BigInt(wagers), ...amounts.map(minorOf)];
}

/** Wagers, taken, paid back, refunded and won by the house, as the distributors' own streams have it: of each wager the last word. */
async function asTold(...distributors) {
  let [wagers, taken, paidBack, refunded] = [0n, 0n, 0n, 0n];
  for (const one of distributors) {
    const ends = new Map();
    for (const { wagerSettled, wagerRefunded } of await one.history()) {
      if (wagerSettled) ends.set(wagerSettled.wagerId, { taken: BigInt(wagerSettled.deducted?.minor ?? 0), back: BigInt(wagerSettled.returned?.minor ?? 0) });
      if (wagerRefunded) ends.set(wagerRefunded.wagerId, { taken: BigInt(wagerRefunded.returned.minor), refund: BigInt(wagerRefunded.returned.minor) });
    }
    for (const end of ends.values()) {
      ++wagers;
      taken += end.taken;
      paidBack += end.back ?? 0n;
      refunded += end.refund ?? 0n;
    }
  }
  return [wagers, taken, paidBack, refunded, taken - paidBack - refunded];
}

test("a settled, a revised and a voided round, at two tables in two currencies", async () => {
  const anna = await browser.signedIn(studio, "anna");
  await anna.getByTestId("tile-T1").click();
  await openTable(anna, studio.hand);
  await playRound(anna, studio.hand, CARDS, (round) => stakes([[acme, round, "P1", 234_567], [acme, round, "P2", 20_001], [north, round, "P3", 5_000], [north, round, "P4", 33_333]]));
  await anna.getByTestId("go").click();
  await says(anna, "Take the cards away");

  // Player 2 has had another card: the result is revised, and so is what was settled.
  const mira = await browser.signedIn(studio, "mira");
  await mira.getByTestId("tile-T1").click();
  await mira.getByTestId("correct-card").click();
  await mira.getByTestId("known-P2.1").click();
  await mira.getByTestId("pad-7d").click();
  await mira.getByRole("button", { name: "Found on the recording" }).click();
  await mira.getByTestId("second-badge").fill("200001");
  await mira.getByTestId("correct").click();
  await mira.getByTestId("dialog").waitFor({ state: "detached" });
  await studio.hand.clear();

  await startRound(anna);
  const second = (await anna.locator(".fact").first().textContent()).split(" ").at(-1);
  await stakes([[acme, second, "P1", 7_777], [north, second, "P5", 10_000]]);
  await studio.hand.deal();
  await says(anna, "Turn Player 1");
  await anna.getByTestId("void").click();
  await anna.getByRole("button", { name: /Wrong deal/ }).click();
  await anna.getByTestId("second-badge").fill("200001");
  await anna.getByTestId("hold").focus();
  await anna.keyboard.down("Space");
  await anna.getByTestId("dialog").waitFor({ state: "detached" });
  await anna.keyboard.up("Space");
  await studio.hand.clear();

  await mira.getByRole("button", { name: "Tables", exact: true }).click();
  await mira.getByTestId("tile-T2").click();
  await openTable(mira, studio.hands.T2);
  await playRound(mira, studio.hands.T2, CARDS, (round) => stakes([[abroad, round, "P1", 400_000, "THB"], [abroad, round, "P2", 90_000, "THB"]]));
  await mira.getByTestId("go").click();
  await studio.hands.T2.clear();

  // A round that still runs is not counted.
  await startRound(anna);
  await stakes([[acme, (await anna.locator(".fact").first().textContent()).split(" ").at(-1), "P1", 99_999]]);
  await mira.context().close();
});

test("the page says what the distributors were told, and money in is money out and the house's", async () => {
  const mira = await browser.signedIn(studio, "mira");
  await mira.getByTestId("tab-statistics").click();
  await mira.getByTestId("about-money").click();
  await mira.getByTestId("by-table").click();
  const euro = await asTold(acme, north);
  const baht = await asTold(abroad);
  await mira.getByTestId("money-T2-THB").waitFor();
  assert.deepEqual(await row(mira, "money-T1-EUR"), ["EUR", ...euro]);
  assert.deepEqual(await row(mira, "money-T2-THB"), ["THB", ...baht]);
  assert.deepEqual(await row(mira, "money-all-EUR"), ["EUR", ...euro]);
  const [wagers, taken, paidBack, refunded, house] = euro;
  assert.equal(wagers, 6n, "what is staked in the round that runs is not among it");
  assert.equal(taken, paidBack + refunded + house);
  assert.ok(paidBack > 0n && refunded > 0n);
  assert.ok(house < 0n || baht[4] < 0n, "one of them shows a loss");
  assert.equal(await mira.locator(".lost-money").count() > 0, true);
  const events = (await acme.history()).map((one) => one.wagerSettled?.revision).filter(Boolean);
  assert.ok(events.includes(2), "a settlement was revised");
  await mira.getByTestId("by-dealer").click();
  assert.deepEqual(await row(mira, "money-anna-EUR"), ["EUR", ...euro]);
  assert.deepEqual(await row(mira, "money-mira-THB"), ["THB", ...baht]);
  await mira.getByTestId("by-shift").click();
  await mira.getByTestId("money-all-THB").waitFor();

  await mira.getByTestId("period").selectOption("day");
  await mira.getByTestId("by-table").click();
  await mira.getByTestId("money-T2-THB").waitFor();
  assert.deepEqual(await row(mira, "money-T1-EUR"), ["EUR", ...euro], "the same from the history");
  await mira.getByTestId("period-day").fill("2020-01-01");
  await mira.getByText("No wagers in these rounds").waitFor();
});

const LANGUAGES = { en: "Turnover", ru: "Оборот", th: "ยอดรวม", zh: "投注额" };

for (const [language, turnover] of Object.entries(LANGUAGES)) {
  test(`an auditor reads it in ${language}: it fits, and can be read by everybody`, async () => {
    const otto = await browser.signedIn(studio, "otto", { language });
    await otto.getByTestId("tab-statistics").click();
    await otto.getByTestId("about-money").click();
    await otto.getByTestId("money-all-THB").waitFor();
    await otto.getByRole("columnheader", { name: turnover }).waitFor();
    await fits(otto, "money");
    await accessible(otto, "money");
    assert.deepEqual(otto.problems, []);
    await otto.context().close();
  });
}

test("it can be read at 200 % zoom", async () => {
  const otto = await browser.signedIn(studio, "otto", { size: { width: 640, height: 400 } });
  await otto.getByTestId("tab-statistics").click();
  await otto.getByTestId("about-money").click();
  await otto.getByTestId("money-all-THB").waitFor();
  const across = await otto.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(across, 0, "the page does not scroll sideways");
  await accessible(otto, "money at 200 %");
  await otto.context().close();
});

test("a supervisor has the figures, and no money among them", async () => {
  const boris = await browser.signedIn(studio, "boris");
  await boris.getByTestId("tab-statistics").click();
  await boris.getByTestId("figures-anna").waitFor();
  assert.equal(await boris.getByTestId("about-money").count(), 0);
});
