// Every screen, from a real studio:  node tests/dealer_console/browser/screenshots.mjs [FOLDER [WIDTHxHEIGHT [PART]]]
// Without a folder they go into dealer_console/screens, where the README shows them, at 1280x800. 640x400 is what 200 % zoom leaves of it.
// A part is one of tables, poker, clients, figures, demo.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Browser, openTable, playRound, says, signIn, SIZE, startRound } from "./browser.mjs";
import { CARDS, Demo, Distributor, Studio, TURNS } from "./studio.mjs";

const [width, height] = (process.argv[3] ?? "1280x800").split("x").map(Number);
Object.assign(SIZE, { width, height });
const folder = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "dealer_console", "screens");
mkdirSync(folder, { recursive: true });

async function shot(page, name) {
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(name);
}

/** Boxes of Russian Poker that are asked. */
async function poker() {
  const studio = await Studio.start({ game: "russian-poker", bettingMs: 2500, extra: "[table.rules]\ndecision_ms = 20000" });
  const north = new Distributor(studio, "T1", "north");
  try {
    const page = await browser.signedIn(studio, "anna");
    await page.getByTestId("tile-T1").click();
    await says(page, "Open the table");
    await page.getByTestId("go").click();
    await says(page, "Start the round");
    await page.getByTestId("go").click();
    await page.getByRole("timer").waitFor();
    const round = (await page.locator(".fact").first().textContent()).split(" ").at(-1);
    for (const box of ["X1", "X2"]) await north.stake(round, box, "ANTE", 10_000);
    await says(page, "Deal Box 1");
    await studio.hand.lay(...["X1", "X2"].flatMap((seat) => [1, 2, 3, 4, 5].map((index) => `${seat}.${index}`)));
    await says(page, "Lay open Dealer");
    await studio.hand.show("D.1", "6c");
    await studio.hand.lay("D.2", "D.3", "D.4", "D.5");
    await says(page, "Turn Box 1");
    for (const [slot, card] of Object.entries({ "X1.1": "Ks", "X1.2": "Kh", "X1.3": "Kd", "X1.4": "2c", "X1.5": "7s" })) await studio.hand.show(slot, card);
    await page.getByTestId("choose-BET").waitFor();
    await shot(page, "deciding");
    await page.getByTestId("choose-EXCHANGE").click();
    await page.getByTestId("exchange-4").click();
    await page.getByTestId("exchange-5").click();
    await shot(page, "exchange");
  } finally {
    north.stop();
    await studio.stop();
  }
}

/** A studio that asks for keys: who is connected, one who does not keep up, keys that are made and revoked. */
async function clients() {
  const studio = await Studio.start({ tables: ["T1", "T2"], bettingMs: 4000, keys: true });
  const keys = { acme: studio.makeKey("acme", "--max-stake", "EUR=50000,THB=900000"), north: studio.makeKey("north", "--tables", "T1"), south: studio.makeKey("south", "--tables", "T2") };
  await new Promise((done) => setTimeout(done, 1000)); // the studio notices
  const tails = ["acme", "north"].map((name) => studio.follow(keys[name]));
  const acme = new Distributor(studio, "T1", "acme", keys.acme);
  const north = new Distributor(studio, "T1", "north", keys.north);
  try {
    const mira = await browser.signedIn(studio, "mira");
    await mira.getByTestId("tile-T1").click();
    await openTable(mira, studio.hand);
    await startRound(mira);
    const round = (await mira.locator(".fact").first().textContent()).split(" ").at(-1);
    for (const [one, position, minor] of [[acme, "P1", 10_000], [acme, "P2", 25_000], [north, "P3", 5_000], [acme, "P3", 90_000]]) await one.stake(round, position, "PLAYER", minor);
    await acme.ask({ follow_wagers: {} }); // and never acknowledges
    await says(mira, "Burn one card");
    await mira.getByRole("timer").waitFor({ state: "detached" });
    for (let late = 0; late < 3; ++late) await north.stake(round, "P1", "PLAYER", 5_000);
    await mira.getByRole("button", { name: "Tables", exact: true }).click();
    await mira.getByTestId("behind-T1").getByText("1").waitFor();
    await shot(mira, "wall_behind");
    await mira.getByTestId("tab-distributors").click();
    await mira.getByTestId("client-acme").click();
    await shot(mira, "distributors");
    await mira.getByTestId("tab-keys").click();
    await mira.getByTestId("key-name").fill("east");
    await mira.getByTestId("key-tables").fill("T1, T9");
    await mira.getByTestId("make-key").click();
    await mira.locator("form .problem").waitFor();
    await shot(mira, "new_key");
    await mira.getByTestId("key-tables").fill("T1");
    await mira.getByTestId("make-key").click();
    await mira.getByTestId("have-key").waitFor();
    await mira.getByTestId("have-key").click();
    await mira.getByTestId("key-acme").click();
    await shot(mira, "keys");
  } finally {
    for (const one of [...tails, acme.process, north.process]) one.kill();
    await studio.stop();
  }
}

/** Rounds of two dealers in two currencies, one of them void: figures, and the money that a manager sees. */
async function figures() {
  const studio = await Studio.start({ tables: { T1: "", T2: 'currency = "THB"\nmax_stake = 10000000' }, bettingMs: 2500 });
  const players = { T1: [new Distributor(studio, "T1", "acme"), new Distributor(studio, "T1", "north")], T2: [new Distributor(studio, "T2", "acme")] };
  try {
    for (const [table, person, currency, stakes] of [["T1", "anna", "EUR", [950_000, 480_000, 75_000, 99_950]], ["T2", "boris", "THB", [900_000, 4_000_000, 2_750_000, 600_000]]]) {
      const page = await browser.signedIn(studio, person);
      await page.getByTestId(`tile-${table}`).click();
      await openTable(page, studio.hands[table]);
      for (let number = 0; number < 3; ++number) {
        await playRound(page, studio.hands[table], number === 1 ? { ...CARDS, "P1.1": "Kd", "P2.1": "7s", "B.2": "6d" } : CARDS, async (round) => {
          for (const [at, minor] of stakes.entries()) await players[table][at % players[table].length].stake(round, `P${at + 1}`, "PLAYER", minor + number * 12_345, currency);
        });
        if (table === "T1" && number === 2) {
          await page.getByTestId("void").click();
          await page.getByRole("button", { name: /Player dispute/ }).click();
          await page.getByTestId("second-badge").fill("300001");
          await page.getByTestId("hold").focus();
          await page.keyboard.down("Space");
          await page.getByTestId("dialog").waitFor({ state: "detached" });
          await page.keyboard.up("Space");
        } else {
          await page.getByTestId("go").click();
        }
        await studio.hands[table].clear();
        await says(page, "Start the round");
      }
      await page.context().close();
    }
    const mira = await browser.signedIn(studio, "mira");
    await mira.getByTestId("tab-statistics").click();
    await mira.getByTestId("figures-anna").waitFor();
    await shot(mira, "figures");
    await mira.getByTestId("about-money").click();
    await mira.getByTestId("money-all-THB").waitFor();
    await shot(mira, "money");
  } finally {
    for (const one of Object.values(players).flat()) one.stop();
    await studio.stop();
  }
}

/** What only a camera shows: a demo, its recogniser's picture, the wall with pictures, the overlay over it. */
async function demo() {
  const demo = await Demo.start("--tables", "2");
  try {
    const page = await browser.screen({ url: demo.url });
    await signIn(page, "boris");
    await page.locator(".glimpse").nth(1).waitFor();
    await page.getByTestId("tile-T1").click();
    const patience = { timeout: 240_000 }; // a dealer's own pace
    await page.locator(".card.open").nth(4).waitFor(patience);
    await shot(page, "demo");
    await page.getByRole("button", { name: "Tables", exact: true }).click();
    await shot(page, "demo_wall");
    const overlay = await browser.screen({ url: demo.overlay, size: { width: 1280, height: 720 } });
    await overlay.locator(".hand.house p, .hand.win, .hand.lose").first().waitFor(patience);
    // As a mixer shows it: over the camera's picture, which only the other page may see.
    const picture = await page.evaluate(async () => {
      const bytes = new Uint8Array(await (await fetch(document.querySelector(".glimpse").src)).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    });
    await overlay.evaluate((from) => (document.body.style.background = `url(data:image/jpeg;base64,${from}) center / cover`), picture);
    await shot(overlay, "overlay");
  } finally {
    await demo.stop();
  }
}

/** Dealer, supervisor and manager at four tables. */
async function tables() {
  const studio = await Studio.start({ tables: ["T1", "T2", "T3", "T4"], bettingMs: 6000, extra: "unreadable_after_ms = 500" });
  try {
    const door = await browser.screen({ url: studio.url });
    await shot(door, "sign_in");
    const anna = await browser.signedIn(studio, "anna");
    const boris = await browser.signedIn(studio, "boris");
    await anna.getByTestId("tile-T1").click();
    const go = () => anna.getByTestId("go").click();
    await openTable(anna, studio.hand);

    // Some rounds of the past, so that the road map has something to tell.
    const decks = [CARDS, { ...CARDS, "P1.1": "Kd", "P2.1": "7s", "B.2": "6d" }, { ...CARDS, "P4.1": "2c", "P5.1": "6h", "P5.2": "2d", "B.1": "Qs" }];
    for (const cards of decks) {
      await startRound(anna);
      await studio.hand.deal();
      await says(anna, "Turn Player 1");
      await studio.hand.turn(cards);
      await says(anna, "Confirm the result");
      await go();
      await studio.hand.clear();
    }
    await says(anna, "Start the round");
    await shot(anna, "between_rounds");
    await go();
    await says(anna, "Burn one card");
    await studio.hand.burn();
    await studio.hand.lay("P1.1", "P2.1", "P3.1");
    await says(anna, "Deal Player 4");
    await shot(anna, "dealing");
    await studio.hand.lay("P4.1", "P5.1", "B.1", "P1.2", "P2.2", "P3.2", "P4.2", "P5.2", "B.2");
    await says(anna, "Turn Player 1");
    for (const slot of TURNS.slice(0, 5)) await studio.hand.show(slot, CARDS[slot]);
    await says(anna, "Turn Player 3, card 2");
    await shot(anna, "turning");
    await studio.hand.doubt("P3.2", "4d", "4h");
    await anna.getByTestId("guess-4d").click();
    await shot(anna, "doubt");
    await anna.getByTestId("other-card").click();
    await shot(anna, "doubt_pad");
    await anna.getByTestId("ask-desk").click();
    await boris.locator(".approval").waitFor();

    for (const [id, faulty] of [["T2", true], ["T3", false]]) {
      await boris.getByTestId(`tile-${id}`).click();
      await openTable(boris, studio.hands[id]);
      await startRound(boris);
      if (faulty) {
        await studio.hands[id].deal();
        await studio.hands[id].show("P2.1", "Qs");
        await says(boris, "A card was shown too early");
        await boris.getByTestId("go").click();
        await shot(boris, "fault");
        await boris.keyboard.press("Escape");
      }
      await boris.getByRole("button", { name: "Tables", exact: true }).click();
    }
    await shot(boris, "wall");
    await boris.locator(".approval").getByRole("button", { name: "Approve" }).click();
    await says(anna, "Turn Player 4");
    await studio.hand.turn(Object.fromEntries(Object.entries(CARDS).filter(([slot]) => TURNS.indexOf(slot) > 5)));
    await says(anna, "Confirm the result");
    await shot(anna, "result");
    await anna.getByTestId("mistake").click();
    await shot(anna, "mistake");
    await anna.keyboard.press("2");
    await shot(anna, "mistake_where");
    await anna.keyboard.press("Escape");
    await anna.getByTestId("pause").click();
    await says(anna, "The table is paused");
    await anna.getByTestId("pause").click();
    await shot(anna, "paused");
    await anna.keyboard.press("Escape");
    await boris.getByTestId("tile-T1").click();
    await boris.getByTestId("void").click();
    await boris.getByRole("button", { name: /Player dispute/ }).click();
    await shot(boris, "void");
    await boris.keyboard.press("Escape");
    await boris.getByTestId("correct-card").click();
    await boris.getByTestId("known-P2.1").click();
    await boris.getByTestId("pad-7d").click();
    await shot(boris, "correct");
    await boris.keyboard.press("Escape");
    await boris.getByTestId("pause").click();
    await says(anna, "Confirm the result");
    await go();
    await says(anna, "Take the cards away");
    await boris.getByRole("button", { name: "Tables", exact: true }).click();
    await boris.getByTestId("tab-rounds").click();
    await boris.getByTestId("round-S1-R4").click();
    await boris.getByTestId("still-P1.1").waitFor();
    await shot(boris, "rounds");
    const mira = await browser.signedIn(studio, "mira");
    await mira.getByTestId("tab-people").click();
    await mira.getByTestId("person-anna").waitFor();
    await shot(mira, "people");

    for (const language of ["ru", "th", "zh"]) {
      const page = await browser.signedIn(studio, "clara", { language });
      await page.getByTestId("tile-T1").click();
      await page.getByTestId("go").waitFor({ state: "attached" });
      await shot(page, `table_${language}`);
      await page.context().close();
    }
    process.kill(studio.gatewayPid(), "SIGSTOP");
    await anna.getByRole("alertdialog").waitFor();
    await shot(anna, "lost");
    process.kill(studio.gatewayPid(), "SIGCONT");
  } finally {
    await studio.stop();
  }
}

const PARTS = { tables, poker, clients, figures, demo };
const browser = await Browser.start();
try {
  for (const part of process.argv[4] ? [process.argv[4]] : Object.keys(PARTS)) await PARTS[part]();
} finally {
  await browser.stop();
}
