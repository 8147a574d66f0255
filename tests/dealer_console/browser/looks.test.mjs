// Every language, large and small screens, people who see or reach less, and what the page weighs.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Browser, openTable, ready, says, signIn, startRound } from "./browser.mjs";
import { accessible, fits } from "./looks.mjs";
import { BIN, Studio } from "./studio.mjs";

let browser;
let studio;
before(async () => {
  [browser, studio] = await Promise.all([Browser.start(), Studio.start({ tables: ["T1", "T2"], bettingMs: 60_000 })]);
});
after(async () => {
  await browser?.stop();
  await studio?.stop();
});

const LANGUAGES = { en: "Open the table", ru: "Откройте стол", th: "เปิดโต๊ะ", zh: "请开台" };

for (const [language, open] of Object.entries(LANGUAGES)) {
  test(`in ${language} every screen fits, is large enough to touch, and can be read by everybody`, async () => {
    const page = await browser.screen({ url: studio.url, language });
    assert.equal(await page.getAttribute("html", "lang"), language);
    await fits(page, "signing in");
    await accessible(page, "signing in");
    await page.fill('[name="name"]', "boris");
    await page.fill('[name="password"]', "boris-watches");
    await page.click('button[type="submit"]');
    await page.getByTestId("tile-T1").waitFor();
    await fits(page, "the wall");
    await accessible(page, "the wall");
    await page.getByTestId("tile-T2").click(); // T2 stays closed
    await says(page, open);
    await fits(page, "a closed table");
    await accessible(page, "a closed table");
    await page.context().close();
  });
}

test("the tile of a studio's only table fits, with its picture", async () => {
  const page = await browser.signedIn(studio, "anna");
  await page.getByTestId("tile-T1").waitFor();
  const bottom = await page.evaluate(() => {
    document.querySelector('[data-testid="tile-T2"]').remove();
    const tile = document.querySelector('[data-testid="tile-T1"]');
    tile.querySelector(".tile-head").insertAdjacentHTML("afterend", '<img class="glimpse" alt="">'); // these tables have no camera
    return tile.getBoundingClientRect().bottom;
  });
  assert.ok(bottom <= 800, `it ends at ${bottom}`);
  await page.context().close();
});

/** Where each seat's first card lies in a shipped layout: its x, px of the camera's picture. */
function seatsInPicture(layout) {
  const text = readFileSync(new URL(`../../../recognition/capture/layouts/${layout}.toml`, import.meta.url), "utf8");
  return Object.fromEntries([...text.matchAll(/^"?([A-Z0-9]+)(?:\.1)?"? = \[\[([\d.]+)/gm)].map(([, seat, x]) => [seat, Number(x)]));
}

test("every dialogue fits and can be read by everybody", async () => {
  const page = await browser.signedIn(studio, "anna");
  await page.getByTestId("tile-T1").click();
  await openTable(page, studio.hand);
  await startRound(page);
  await studio.hand.deal();
  await says(page, "betting is open");
  await accessible(page, "betting");
  await fits(page, "betting");
  for (const which of ["mistake", "void"]) {
    await page.getByTestId(which).click();
    await page.getByTestId("dialog").waitFor();
    await fits(page, which);
    await accessible(page, which);
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("p");
  await says(page, "The table is paused");
  await ready(page, "pause");
  await page.keyboard.press("p");
  await page.getByTestId("dialog").waitFor();
  await fits(page, "resume");
  await accessible(page, "resume");
  await page.context().close();
});

test("the drawn table lies as the camera shows it, not as its mirror image", async () => {
  const page = await browser.signedIn(studio, "anna");
  await page.getByTestId("tile-T1").click(); // the test before left it open
  await page.locator('.felt [data-seat="P1"]').waitFor();
  const drawn = await page.$$eval(".felt [data-seat]", (seats) => seats.map((one) => [one.dataset.seat, one.getBoundingClientRect().x]));
  const picture = seatsInPicture("pok_deng");
  const order = (places) => places.sort((a, b) => a[1] - b[1]).map(([seat]) => seat);
  const players = drawn.filter(([seat]) => /^P\d$/.test(seat));
  assert.equal(players.length, 5);
  assert.deepEqual(order(players), order(Object.entries(picture).filter(([seat]) => /^P\d$/.test(seat))));
  const house = drawn.filter(([seat]) => ["BURN", "B", "CUT"].includes(seat));
  assert.deepEqual(order(house), order(Object.entries(picture).filter(([seat]) => house.some(([one]) => one === seat))));
  await page.context().close();
});

test("at 200 % zoom and on a large screen everything can be reached and is told whole, in any language", async () => {
  const told = (page) => page.evaluate(() => ({
    sideways: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    cut: [...document.querySelectorAll("h1, h2, .tile strong, button span")].filter((one) => one.scrollWidth > one.clientWidth + 2 && getComputedStyle(one).overflow !== "visible" || one.scrollHeight > one.clientHeight + 2 && getComputedStyle(one).webkitLineClamp !== "none").map((one) => one.textContent),
  }));
  for (const language of Object.keys(LANGUAGES)) {
    for (const [width, height] of [[640, 400], [1920, 1080]]) {
      const page = await browser.signedIn(studio, "boris", { language, size: { width, height } });
      const tile = page.getByTestId("tile-T2");
      await tile.waitFor();
      for (const place of await page.locator(".tabs button").all()) {
        await place.click();
        assert.deepEqual(await told(page), { sideways: 0, cut: [] }, `${language} ${width}x${height} ${await place.textContent()}`);
      }
      await page.locator(".tabs button").first().click();
      await tile.click();
      await page.getByTestId("go").scrollIntoViewIfNeeded();
      assert.ok(await page.getByTestId("go").isVisible());
      assert.deepEqual(await told(page), { sideways: 0, cut: [] }, `${language} ${width}x${height} the table`);
      await page.context().close();
    }
  }
});

test("the page weighs at most 200 kB, in any language", async () => {
  for (const language of Object.keys(LANGUAGES)) {
    const page = await browser.screen({ url: "about:blank", language });
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    session.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
    await page.goto(studio.url);
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    await signIn(page, "anna");
    await page.locator('[data-testid="tile-T1"], [data-testid="big-line"]').first().waitFor();
    await page.waitForLoadState("networkidle"); // the words of the refusals have come too
    assert.ok(bytes > 50_000 && bytes <= 200_000, `${language}: ${bytes} bytes`);
    console.log(`${language}: ${(bytes / 1000).toFixed(0)} kB`);
    await page.context().close();
  }
  const assets = join(BIN, "..", "console_web", "assets");
  const packed = readdirSync(assets).filter((name) => name.endsWith(".gz")).reduce((sum, name) => sum + statSync(join(assets, name)).size, 0);
  assert.ok(packed < 100_000, `script and style have ${packed} bytes`);
});
