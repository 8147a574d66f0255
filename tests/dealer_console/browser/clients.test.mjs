// Distributors and their keys: a manager makes one, its owner comes and goes, and whoever may not see or change that does not.
import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Browser } from "./browser.mjs";
import { accessible, fits } from "./looks.mjs";
import { Studio } from "./studio.mjs";

let browser;
let studio;
let mira;
let acme; // a client that runs under its key
before(async () => {
  [browser, studio] = await Promise.all([Browser.start(), Studio.start({ tables: ["T1", "T2"], keys: true })]);
  mira = await browser.signedIn(studio, "mira");
});
after(async () => {
  acme?.kill();
  await browser?.stop();
  await studio?.stop();
});

/** Also for who sees or touches less. */
async function looksRight(page, what) {
  await fits(page, what);
  await accessible(page, what);
}

const tabs = (page) => page.getByRole("tab").evaluateAll((all) => all.map((one) => one.dataset.testid));
const state = (page, name) => page.getByTestId(`client-${name}`).locator(".chip");

async function hold(page) {
  const box = await page.getByTestId("hold").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.waitForTimeout(1200);
  await page.mouse.up();
}

test("each role has its pages", async () => {
  const seen = { boris: ["tables", "rounds", "statistics", "distributors"], otto: ["tables", "rounds", "statistics", "distributors", "keys"], anna: [] };
  for (const [name, pages] of Object.entries(seen)) {
    const page = await browser.signedIn(studio, name);
    await page.getByTestId("tile-T1").waitFor();
    assert.deepEqual(await tabs(page), pages.map((one) => `tab-${one}`), name);
    assert.equal(await page.getByTestId("behind-T1").count(), name === "anna" ? 0 : 1, `${name}: subscribers behind`);
    await page.context().close();
  }
  assert.deepEqual(await tabs(mira), ["tables", "rounds", "statistics", "distributors", "people", "keys"].map((one) => `tab-${one}`));
});

test("what is wrong with a new key stands beside its field", async () => {
  await mira.getByTestId("tab-keys").click();
  await mira.getByTestId("key-console").getByText("this console").waitFor();
  const wrong = async (fields, sentence) => {
    for (const [name, value] of Object.entries(fields)) await mira.getByTestId(name).fill(value);
    await mira.getByTestId("make-key").click();
    await mira.locator("form .problem").getByText(sentence).waitFor();
    assert.equal(await mira.locator("form .problem").count(), 1, "one sentence");
  };
  await wrong({ "key-name": "  " }, "Please give the key a name");
  await wrong({ "key-name": 'a"b' }, "1 to 64 letters A to Z");
  await wrong({ "key-name": "console" }, "console has a key already");
  await wrong({ "key-name": "acme", "key-tables": "T1, T9" }, "No table is called T9");
  await wrong({ "key-tables": "T1", "key-amount-0": "5.000,00" }, "An amount above 0");
  await wrong({ "key-amount-0": "500", "key-currency-0": "E" }, "Three letters");
  await looksRight(mira, "a new key");
  await mira.getByTestId("another-currency").click();
  await wrong({ "key-currency-0": "EUR", "key-amount-1": "1", "key-currency-1": "EUR" }, "EUR stands there twice");
});

test("a manager makes a key; its secret is told once", async () => {
  await mira.getByTestId("key-amount-1").fill("");
  await mira.getByTestId("make-key").click();
  await mira.getByTestId("key-made").getByText("It is shown once").waitFor();
  await looksRight(mira, "the new key");
  const [download] = await Promise.all([mira.waitForEvent("download"), mira.getByTestId("download-key").click()]);
  assert.equal(download.suggestedFilename(), "acme.key");
  const key = join(studio.folder, "acme.key");
  await download.saveAs(key);
  chmodSync(key, 0o600);
  const secret = /secret_key = "(.*)"/.exec(readFileSync(key, "utf8"))[1];
  await mira.getByTestId("have-key").click();
  assert.ok(!(await mira.content()).includes(secret), "it is gone from the screen");
  assert.ok(!readFileSync(join(studio.folder, "console-audit.jsonl"), "utf8").includes(secret));
  assert.ok(!studio.log.includes(secret));
  assert.ok(!readFileSync(join(studio.folder, "keys", "clients.toml"), "utf8").includes(secret));
  assert.match(readFileSync(join(studio.folder, "keys", "clients.toml"), "utf8"), /EUR = 50000/);
  await mira.getByTestId("key-acme").click();
  await mira.getByTestId("key-detail").getByText("500.00 EUR").waitFor();
});

test("its client is shown as connected, and how far it has got", async () => {
  const boris = await browser.signedIn(studio, "boris");
  await boris.getByTestId("tab-distributors").click();
  await state(boris, "acme").getByText("not seen yet").waitFor();
  await state(boris, "console").getByText("connected").waitFor();
  acme = studio.follow(join(studio.folder, "acme.key"));
  await state(boris, "acme").getByText("connected").waitFor();
  await boris.getByTestId("client-acme").click();
  await boris.getByTestId("client-detail").getByText("this machine").waitFor();
  await boris.getByTestId("client-detail").getByText("No command was refused").waitFor();
  await looksRight(boris, "distributors");
  await boris.context().close();
});

test("an unknown key is counted, and told with its last try", async () => {
  await mira.getByTestId("tab-distributors").click();
  await mira.getByTestId("strangers").getByText("none").waitFor();
  const stranger = join(studio.folder, "stranger.key");
  // Another key in acme's file: the public half of nobody on the list.
  const other = new Studio();
  other.folder = join(studio.folder, "elsewhere");
  other.makeKeys();
  const own = readFileSync(join(studio.folder, "acme.key"), "utf8");
  const foreign = readFileSync(join(other.folder, "keys", "console.key"), "utf8");
  const pick = (text, field) => new RegExp(`${field} = "(.*?)"`).exec(text)[1];
  writeFileSync(stranger, ["public_key", "secret_key"].reduce((text, field) => text.replace(pick(own, field), () => pick(foreign, field)), own), { mode: 0o600 });
  const knocks = studio.follow(stranger);
  await mira.getByTestId("strangers").getByText(/last at \d\d:\d\d:\d\d from this machine/).waitFor();
  knocks.kill();
});

test("a dealer and a supervisor cannot make or revoke, an auditor only reads", async () => {
  const otto = await browser.signedIn(studio, "otto");
  await otto.getByTestId("tab-keys").click();
  await otto.getByTestId("key-acme").click();
  await otto.getByTestId("key-detail").getByText("500.00 EUR").waitFor();
  assert.equal(await otto.getByTestId("hold").count(), 0);
  assert.equal(await otto.getByTestId("new-key").count(), 0);
  await looksRight(otto, "an auditor's keys");
  await otto.context().close();
});

test("a revoked client is cut off and shown as gone", async () => {
  let said = "";
  acme.stderr.on("data", (text) => (said += text));
  await mira.getByTestId("tab-keys").click();
  await mira.getByTestId("key-console").click();
  await mira.getByText("own key is revoked at the studio's machine").waitFor();
  assert.equal(await mira.getByTestId("hold").count(), 0, "the console would lock itself out");
  await mira.getByTestId("key-acme").click();
  await mira.getByTestId("hold").click(); // a touch is not enough
  await mira.waitForTimeout(300);
  assert.equal(await mira.getByTestId("key-acme").getByText("revoked").count(), 0);
  await hold(mira);
  await mira.getByTestId("key-acme").getByText("revoked").waitFor();
  await mira.getByTestId("tab-distributors").click();
  await state(mira, "acme").getByText("revoked").waitFor();
  await mira.getByTestId("client-acme").click();
  await mira.getByTestId("client-detail").getByText("Not let in").waitFor(); // it knocks, and is told apart from strangers
  assert.match(said, /AUTH_FAILED/);
  const audit = readFileSync(join(studio.folder, "console-audit.jsonl"), "utf8");
  assert.match(audit, /"what":"keys","who":"mira".*make acme distributor/);
  assert.match(audit, /"what":"keys","who":"mira".*revoke acme distributor/);
  assert.equal(studio.audit().status, 0);
});

test("by keyboard alone a key is made and revoked", async () => {
  const page = await browser.signedIn(studio, "mira");
  await page.getByTestId("tab-keys").press("Enter");
  await page.getByTestId("key-name").focus();
  await page.keyboard.type("north");
  await page.keyboard.press("Enter");
  await page.getByTestId("have-key").press("Enter");
  await page.getByTestId("key-north").press("Enter");
  await page.getByTestId("hold").focus();
  await page.keyboard.down("Enter");
  await page.waitForTimeout(1200);
  await page.keyboard.up("Enter");
  await page.getByTestId("key-north").getByText("revoked").waitFor();
  await page.context().close();
});

for (const language of ["ru", "th", "zh"]) {
  test(`in ${language} both pages fit and can be read by everybody`, async () => {
    const page = await browser.signedIn(studio, "mira", { language });
    await page.getByTestId("tab-distributors").click();
    await page.getByTestId("client-acme").click();
    await looksRight(page, "distributors");
    await page.getByTestId("tab-keys").click();
    await page.getByTestId("key-acme").waitFor();
    await page.getByTestId("make-key").click();
    await page.locator("form .problem").waitFor();
    await looksRight(page, "keys");
    await page.getByTestId("key-acme").click();
    await looksRight(page, "a key");
    await page.context().close();
  });
}

test("at 200 % zoom nothing scrolls sideways", async () => {
  const page = await browser.signedIn(studio, "mira", { size: { width: 640, height: 400 } });
  for (const tab of ["distributors", "keys"]) {
    await page.getByTestId(`tab-${tab}`).click();
    await page.locator(".record").first().waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 640, tab);
  }
  await page.context().close();
});
