// People who come and go: a manager's page, a role that is revoked at the screen; figures; the overlay of a video mixer.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Browser, openTable, ready, says, signIn, startRound } from "./browser.mjs";
import { CARDS, Studio } from "./studio.mjs";

let browser;
let studio;
let mira;
before(async () => {
  [browser, studio] = await Promise.all([Browser.start(), Studio.start({ bettingMs: 8000, extra: "order_grace_ms = 300" })]);
  mira = await browser.signedIn(studio, "mira");
});
after(async () => {
  await browser?.stop();
  await studio?.stop();
});

test("only a manager has the page of people", async () => {
  await mira.getByTestId("tab-people").waitFor();
  const boris = await browser.signedIn(studio, "boris");
  await boris.getByTestId("tab-rounds").waitFor();
  assert.equal(await boris.getByTestId("tab-people").count(), 0);
  await boris.context().close();
});

test("a manager makes a dealer; what is wrong is told beneath the fields", async () => {
  await mira.getByTestId("tab-people").click();
  await mira.getByTestId("new-name").fill("dora");
  await mira.getByTestId("new-password").fill("short");
  await mira.getByTestId("save-person").click();
  await mira.getByText(/a password has at least/).waitFor();
  assert.equal(await mira.getByTestId("new-password").inputValue(), "", "no secret stays on the screen");
  await mira.getByTestId("new-password").fill("dora-deals-too");
  await mira.getByTestId("save-person").click();
  await mira.getByTestId("person-dora").getByText("password").waitFor();
  await mira.getByTestId("new-name").fill("dora");
  await mira.getByTestId("new-badge").fill("500001");
  await mira.getByTestId("save-person").click();
  await mira.getByText("'dora' is there already").waitFor();
});

test("a studio that asks for no keys says so", async () => {
  await mira.getByTestId("tab-keys").click();
  await mira.getByText("This studio asks for no keys. Its configuration says [access] where it should.").waitFor();
  await mira.getByTestId("tab-distributors").click();
  await mira.getByText("This studio asks for no keys: only those who follow their wagers are known.").waitFor();
  await mira.getByTestId("tab-people").click();
});

test("whoever is revoked leaves the screen at once and does not come back", async () => {
  const dora = await browser.screen({ url: studio.url });
  await signIn(dora, "dora", "dora-deals-too");
  await dora.getByTestId("tile-T1").waitFor();
  await mira.getByTestId("person-dora").click();
  assert.equal(await mira.getByTestId("revoke").textContent(), "Revoke");
  await mira.getByTestId("revoke").click();
  await mira.getByTestId("revoke").click(); // once more, to be sure
  await mira.getByTestId("person-dora").getByText("revoked").waitFor();
  await dora.getByText("Your session has ended: sign in again").waitFor();
  await signIn(dora, "dora", "dora-deals-too");
  await dora.getByText("Name, password or badge is not right").waitFor();
  await dora.context().close();
  await mira.getByTestId("person-mira").click();
  assert.equal(await mira.getByTestId("revoke").count(), 0, "nobody revokes themselves");
});

test("the overlay shows the countdown, open cards and results, and a notice while the game waits", async () => {
  await mira.getByTestId("tab-tables").click();
  await mira.getByTestId("tile-T1").click();
  await openTable(mira, studio.hand);
  const overlay = await browser.screen({ url: `${studio.url}/overlay/T1?key=mixer&lang=th`, size: { width: 1920, height: 1080 } });
  assert.equal(await overlay.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgba(0, 0, 0, 0)");
  await mira.getByTestId("go").click();
  await overlay.getByTestId("overlay-countdown").getByText("วางเดิมพัน").waitFor();
  await studio.hand.deal();
  await overlay.getByTestId("overlay-countdown").waitFor({ state: "detached" });
  assert.equal(await overlay.locator(".hand").count(), 0, "what lies face down is nobody's");
  await studio.hand.turn(CARDS);
  await overlay.locator('[data-seat="P1"]').getByText("ชนะ 2:1").waitFor();
  assert.equal(await overlay.locator(".hand").count(), 6);
  await mira.keyboard.press("p");
  await overlay.getByRole("status").waitFor();
  await ready(mira, "pause");
  await mira.keyboard.press("p");
  await overlay.getByRole("status").waitFor({ state: "detached" });
  assert.equal(await overlay.getByTestId("overlay-logo").evaluate(async (image) => (await image.decode(), image.naturalWidth)), 200, "the house's logo");
  assert.deepEqual(overlay.problems, []);
  await overlay.context().close();
});

test("an overlay without the key of the mixer shows nothing, and no list of processes shows the key", async () => {
  assert.doesNotMatch(readFileSync(`/proc/${studio.gatewayPid()}/cmdline`, "utf8"), /mixer/);
  const overlay = await browser.screen({ url: `${studio.url}/overlay/T1?key=guess` });
  await overlay.waitForEvent("console", (message) => /WebSocket/.test(message.text()));
  assert.equal((await overlay.locator("#overlay").textContent()).trim(), "");
  await overlay.context().close();
});

test("figures by dealer, table and shift", async () => {
  await mira.getByTestId("go").click(); // confirms
  await says(mira, "Take the cards away");
  await mira.getByRole("button", { name: "Tables", exact: true }).click();
  await mira.getByTestId("tab-statistics").click();
  await mira.getByTestId("figures-mira").getByRole("cell", { name: "1", exact: true }).first().waitFor();
  await mira.getByTestId("by-table").click();
  await mira.getByTestId("figures-T1").waitFor();
  await mira.getByTestId("by-shift").click();
  await mira.getByRole("rowheader", { name: /^\d{4}-\d\d-\d\d (00|08|16):00$/ }).waitFor();
  await mira.locator(".figures .roadmap").getByText("Player 1").waitFor();
  assert.deepEqual(mira.problems, []);
});

test("a fault's notice counts the seconds that the house promises, and then how long it has been; a paused countdown says its rest", async () => {
  await mira.getByTestId("tab-tables").click();
  await mira.getByTestId("tile-T1").click();
  await studio.hand.clear();
  await says(mira, "Start the round");
  const promised = (seconds) => browser.screen({ url: `${studio.url}/overlay/T1?key=mixer&notice=${seconds}`, size: { width: 1920, height: 1080 } });
  const [long, short] = [await promised(40), await promised(1)];
  await startRound(mira);
  await studio.hand.burn();
  await studio.hand.lay("P3.1");
  await says(mira, "Card in the wrong place");
  const seconds = async () => Number(await long.getByTestId("overlay-seconds").locator("b").textContent());
  const first = await seconds();
  assert.ok(first > 20 && first <= 40, String(first));
  await long.waitForFunction((before) => Number(document.querySelector('[data-testid="overlay-seconds"] b').textContent) < before, first);
  assert.match(await long.getByTestId("overlay-held").textContent(), /Betting goes on with \d s/);
  await short.getByTestId("overlay-seconds").waitFor({ state: "detached" });
  await short.getByRole("status").getByText(/· 0:\d\d/).waitFor();
  assert.deepEqual([...long.problems, ...short.problems], []);
  for (const overlay of [long, short]) await overlay.context().close();
});
