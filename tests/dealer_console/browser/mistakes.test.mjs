// Every mistake and fault that a table can show, once each: what raises it, what the console says, and the only ways out.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, newShoe, openTable, says, startRound } from "./browser.mjs";
import { CARDS, PEOPLE, Studio } from "./studio.mjs";

let browser;
let studio;
let page; // boris, who may end a fault
const hand = () => studio.hands[table];
let table = "T1";

before(async () => {
  const forgets = 'order_grace_ms = 200\nunreadable_after_ms = 200';
  const silence = ["start_forgotten", "no_deal", "no_reveal", "result_forgotten"].map((what) => `${what}_after_ms = 1500`).join("\n");
  [browser, studio] = await Promise.all([Browser.start(), Studio.start({ tables: { T1: forgets, T2: silence }, bettingMs: 1200 })]);
  page = await browser.signedIn(studio, "boris");
  await sitAt("T1");
});
after(async () => {
  await browser?.stop();
  await studio?.stop();
});

const go = () => page.getByTestId("go");
const dialog = () => page.getByTestId("dialog");
const endings = () => dialog().locator("button.choice span").allTextContents();

async function sitAt(id) {
  table = id;
  await page.getByTestId(`tile-${id}`).click();
  await openTable(page, hand());
}

async function dealt() {
  await startRound(page);
  await hand().deal();
  await says(page, "Turn Player 1, card 1");
}

/** The fault stands in the big line; its dialogue offers exactly these endings, and says of these others why not now. */
async function fault(title, ways, notNow = {}) {
  await says(page, title);
  if ((await dialog().count()) === 0) await go().click();
  await dialog().getByRole("heading", { name: title }).waitFor();
  if ((await page.getByTestId("pause").textContent()).includes("Resume")) assert.ok(await page.getByTestId("pause").isDisabled(), `${title}: the table waits for the fault's end`);
  assert.deepEqual(await endings(), ways, title);
  const later = dialog().getByTestId("not-now").locator("p");
  assert.deepEqual(await later.evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.textContent))), Object.entries(notNow), title);
}

async function end(way) {
  await dialog().locator("button.choice", { hasText: way }).click();
}

async function voided(next = "Start the round") {
  if ((await dialog().count()) > 0) await end("Void the round");
  else await page.getByTestId("void").click();
  await dialog().getByRole("button", { name: /Wrong deal/ }).click();
  await page.getByTestId("hold").focus();
  await page.keyboard.down("Space");
  await dialog().waitFor({ state: "detached" });
  await page.keyboard.up("Space");
  await hand().clear();
  await hand().take("BURN");
  await resumed();
  await says(page, next);
}

/** Goes on, when the table is paused still. */
async function resumed() {
  if (await dialog().count()) await page.keyboard.press("Escape");
  const pause = page.getByTestId("pause");
  if ((await pause.textContent()).includes("Resume")) await pause.click();
  await pause.getByText("Pause").waitFor();
}

async function reported(button) {
  await page.getByTestId("mistake").click();
  await dialog().getByRole("button", { name: button }).click();
  await page.getByTestId("report").click();
}

const VOID = "Void the round";
const ORDER = "Put back in order";
const RUNNING = { "Change the shoe": "void the running round first, then change the shoe" };
const STILL_MOVED = "camera hand is MOVED still: void the round if it cannot wait, the fault ends when the camera is good again";
const BACK = { "The camera is back": "Ends by itself when it is done" };

test("a card shown while betting is open", async () => {
  await startRound(page);
  await hand().burn();
  await hand().lay("P1.1");
  await hand().show("P1.1", "4s");
  await fault("A card was shown too early", [VOID]);
  await voided();
});

test("a card in another slot than the next one, and put back in order", async () => {
  await startRound(page);
  await hand().burn();
  await hand().lay("P3.1");
  await fault("Card in the wrong place", [VOID], { [ORDER]: "Player 3 · 1 is not in order yet" });
  await hand().take("P3.1");
  await end(ORDER);
  await resumed();
  await says(page, "Deal Player 1, card 1");
  await voided();
});

test("no burn card before the first card", async () => {
  await startRound(page);
  await hand().lay("P1.1");
  await fault("The burn card is missing", ["Burn a card now", "Confirm from the stills", VOID]);
  await voided();
});

test("a card too many", async () => {
  await dealt();
  await hand().lay("BURN");
  await fault("A card too many", ["Use as next burn card", "Take out of the game", VOID], { [ORDER]: "Burn card is not in order yet" });
  await end("Use as next burn card");
  await hand().take("BURN");
  await resumed();
  await says(page, "Turn Player 1, card 1");
  await voided();
  await go().click();
  await says(page, "Deal Player 1, card 1"); // its burn card is there already
  await voided();
});

test("a dealer chooses an ending by its digit, and the badge reader's digits are for the badge", async () => {
  await dealt();
  await hand().lay("BURN");
  await fault("A card too many", ["Use as next burn card", "Take out of the game", VOID], { [ORDER]: "Burn card is not in order yet" });
  const anna = await browser.signedIn(studio, "anna");
  await anna.getByTestId("tile-T1").click();
  await says(anna, "A card too many");
  await anna.press("go");
  await anna.getByTestId("dialog").waitFor();
  await anna.keyboard.press("3");
  await anna.waitForFunction(() => document.activeElement?.dataset.testid === "second-badge");
  // As beside a camera's picture, where there is least room.
  const covered = await anna.evaluate(() => {
    document.querySelector(".faulty").classList.add("seen");
    const seen = [...document.querySelectorAll('[data-testid="dialog"] :is(button, input)')];
    const top = (one, { x, y, width, height }) => one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    return seen.filter((one) => !top(one, one.getBoundingClientRect())).map((one) => one.textContent || one.dataset.testid);
  });
  assert.deepEqual(covered, [], "nothing lies over another");
  await anna.keyboard.type(PEOPLE.boris.badge);
  await anna.keyboard.press("Enter");
  await anna.getByTestId("dialog").waitFor({ state: "detached" });
  await anna.context().close();
  await hand().take("BURN");
  await resumed();
  await voided();
});

test("a card that cannot be read: a warning, and the question of the card", async () => {
  await dealt();
  await hand().doubt("P1.1", "4s");
  await page.getByText("Which card is Player 1 · 1?").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Tables", exact: true }).click();
  await page.locator(".fault-row.warn").getByText("T1 · A card cannot be read").waitFor();
  await page.getByTestId("tile-T1").click();
  await says(page, "Turn Player 1, card 1");
  await hand().show("P1.1", "4s");
  await says(page, "Turn Player 1, card 2");
});

test("a card that reads differently later", async () => {
  await hand().show("P1.1", "5s");
  await fault("A card reads differently now", ["Name the card", VOID], { [ORDER]: "Player 1 · 1 is not in order yet", "Re-scan the card": "Player 1 · 1 still reads otherwise" });
  await hand().show("P1.1", "4s");
  await end(ORDER);
  await resumed();
  await says(page, "Turn Player 1, card 2");
});

test("a card that the shoe names otherwise", async () => {
  const number = 5 + 13 * 5; // any number is as good: the shoe says all of them wrong
  await hand().tell(...Array.from({ length: number }, (_, at) => ({ shoe: at + 1, card: "Kd" })));
  await hand().show("P1.2", "4h");
  await fault("Camera and shoe disagree", ["Re-scan the card", "Name the card", VOID], RUNNING);
  await voided();
});

test("a ninth copy of a card of eight decks", async () => {
  await reported(/does not add up/); // a new shoe, of which this test knows every card
  await fault("The shoe does not add up", ["Change the shoe"]);
  await end("Change the shoe");
  await resumed();
  await says(page, "Start a new shoe");
  await newShoe(page, hand());
  await dealt();
  await hand().turn(Object.fromEntries(Object.keys(CARDS).map((slot) => [slot, "7h"])));
  await fault("One card too many of its kind", ["Re-scan the card", "Name the card", VOID], RUNNING);
  await voided("Start a new shoe"); // one of its cards is too many
  await newShoe(page, hand());
});

test("cards taken away before the result is confirmed", async () => {
  await dealt();
  await hand().turn(CARDS);
  await says(page, "Confirm the result");
  await hand().take("P1.1", "P1.2");
  await fault("Cards taken away too early", ["Confirm from the stills", VOID], { [ORDER]: "Player 1 · 1 is not in order yet" });
  await end("Confirm from the stills");
  await resumed();
  await says(page, "Confirm the result");
});

test("a result that turns out to be wrong", async () => {
  await reported(/The result is wrong/);
  await fault("The result is wrong", ["Name the card", VOID]);
  await voided();
});

for (const [button, title, ways] of [
  [/A card fell down/, "A card fell down", [VOID]],
  [/A card is damaged/, "A card is damaged", ["Seen", VOID]],
]) {
  test(`the dealer reports: ${title}`, async () => {
    await startRound(page);
    await reported(button);
    await fault(title, ways, RUNNING);
    await voided();
  });
}

test("the dealer reports: many cards cannot be read", async () => {
  await reported(/Many cards cannot be read/);
  await dialog().getByRole("heading", { name: "Many cards cannot be read" }).waitFor();
  assert.deepEqual(await endings(), ["Cleaned or calibrated", "Seen"]);
  await end("Cleaned or calibrated");
  await page.keyboard.press("Escape");
});

for (const [state, title, ways, later] of [
  ["LOST", "The camera is gone", [VOID]],
  ["FROZEN", "The camera picture stands still", [VOID]],
  ["DARK", "The camera sees too little light", [VOID]],
  ["MOVED", "The camera has moved", [VOID], { "Cleaned or calibrated": STILL_MOVED }],
]) {
  test(`camera: ${title}, and back by itself`, async () => {
    await startRound(page);
    await hand().tell({ camera: state });
    await fault(title, ways, { ...BACK, ...later });
    await hand().tell({ camera: "GOOD" });
    await says(page, "The table is paused");
    await resumed();
    await says(page, "Burn one card");
    await voided();
  });
}

test("the dealer reports: the cards are not shuffled", async () => {
  await reported(/not shuffled/);
  await fault("The cards are not shuffled", ["Change the shoe"]);
  await end("Change the shoe");
  await resumed();
  await says(page, "Start a new shoe");
});

test("silence: each wait that lasts too long is told, and the deed itself ends it", async () => {
  const wall = () => page.getByRole("button", { name: "Tables", exact: true }).click();
  const told = async (title) => {
    await wall();
    await page.locator(".fault-row").getByText(`T2 · ${title}`).waitFor();
    await page.getByTestId("tile-T2").click();
  };
  const over = async (title) => {
    await wall();
    await page.locator(".fault-row").getByText(`T2 · ${title}`).waitFor({ state: "detached" });
    await page.getByTestId("tile-T2").click();
  };
  await wall();
  await sitAt("T2");
  await told("No round has been started");
  await startRound(page);
  await over("No round has been started");
  await told("No card for a while");
  await hand().deal();
  await says(page, "Turn Player 1, card 1");
  await told("No card turned for a while");
  await hand().turn(CARDS);
  await says(page, "Confirm the result");
  await told("The result is not confirmed");
  await go().click();
  await over("The result is not confirmed");
  assert.deepEqual(page.problems, []);
});
