// Every screen at 1280x800, from a real studio:  node tests/dealer_console/browser/screenshots.mjs [FOLDER]
// Without a folder they go into dealer_console/screens, where the README shows them.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Browser, says } from "./browser.mjs";
import { CARDS, Studio, TURNS } from "./studio.mjs";

const folder = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "dealer_console", "screens");
mkdirSync(folder, { recursive: true });

const [browser, studio] = await Promise.all([Browser.start(), Studio.start({ tables: ["T1", "T2", "T3", "T4"], bettingMs: 6000, extra: "unreadable_after_ms = 500" })]);
try {
  const shot = async (page, name) => {
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(name);
  };
  const door = await browser.screen({ url: studio.url });
  await shot(door, "sign_in");
  const anna = await browser.signedIn(studio, "anna");
  const boris = await browser.signedIn(studio, "boris");
  await anna.getByTestId("tile-T1").click();
  const go = () => anna.getByTestId("go").click();
  await go();
  await says(anna, "Start a new shoe");
  await go();
  await says(anna, "Draw one card");
  await studio.hand.openShoe();

  // Some rounds of the past, so that the road map has something to tell.
  const decks = [CARDS, { ...CARDS, "P1.1": "Kd", "P2.1": "7s", "B.2": "6d" }, { ...CARDS, "P4.1": "2c", "P5.1": "6h", "P5.2": "2d", "B.1": "Qs" }];
  for (const cards of decks) {
    await says(anna, "Start the round");
    await go();
    await says(anna, "Burn one card");
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
    await boris.getByTestId("go").click();
    await says(boris, "Start a new shoe");
    await boris.getByTestId("go").click();
    await says(boris, "Draw one card");
    await studio.hands[id].openShoe();
    await says(boris, "Start the round");
    await boris.getByTestId("go").click();
    await says(boris, "Burn one card");
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
  await browser.stop();
  await studio.stop();
}
