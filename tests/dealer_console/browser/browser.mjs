// Debian's Chromium, driven by playwright-core.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { PEOPLE } from "./studio.mjs";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const SIZE = { width: 1280, height: 800 };
const PATIENCE = 60_000; // ms; a slow machine only takes longer

export class Browser {
  static async start() {
    const browser = new Browser();
    browser.folder = mkdtempSync(join(tmpdir(), "chrome-"));
    browser.chromium = await chromium.launch({
      executablePath: CHROMIUM,
      headless: true,
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", `--crash-dumps-dir=${browser.folder}`],
    });
    return browser;
  }

  /** A screen of its own: nothing is shared with another. */
  async screen({ url, touch = false, language = "en", size = SIZE }) {
    const context = await this.chromium.newContext({ viewport: size, hasTouch: touch, locale: "en-GB", acceptDownloads: true });
    await context.addInitScript((chosen) => localStorage.getItem("language") ?? localStorage.setItem("language", chosen), language);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.problems = [];
    page.press = (testId) => (touch ? page.getByTestId(testId).tap() : page.getByTestId(testId).click());
    page.on("pageerror", (error) => page.problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
    await page.goto(url);
    return page;
  }

  async signedIn(studio, name, options = {}) {
    const page = await this.screen({ url: studio.url, ...options });
    await signIn(page, name);
    return page;
  }

  async stop() {
    await this.chromium.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function signIn(page, name, password = PEOPLE[name].password) {
  await page.fill('[name="name"]', name);
  await page.fill('[name="password"]', password);
  await page.click('button[type="submit"]');
}

export const bigLine = (page) => page.getByTestId("big-line");

/** Waits until the big line says so. */
export async function says(page, text) {
  await page.waitForFunction((wanted) => document.querySelector('[data-testid="big-line"]')?.textContent?.includes(wanted), text, { timeout: PATIENCE });
}

/** Waits until a button may be pressed: for what is pressed by keyboard. */
export const ready = (page, testId) => page.locator(`[data-testid="${testId}"]:enabled`).waitFor();

/** A table that is closed, up to where its first round can be started; `hand` lays its cards. */
export async function openTable(page, hand) {
  await says(page, "Open the table");
  await page.press("go");
  await newShoe(page, hand);
}

export async function newShoe(page, hand) {
  await says(page, "Start a new shoe");
  await page.press("go");
  await says(page, "Draw one card and turn it");
  await hand.openShoe();
  await says(page, "Start the round");
}

/** Up to where betting is open and the first card is to be burned. */
export async function startRound(page) {
  await says(page, "Start the round");
  await page.press("go");
  await says(page, "Burn one card");
}

/** A round up to where its result can be confirmed; `stake` is called with its id while betting is open. */
export async function playRound(page, hand, cards, stake) {
  await startRound(page);
  await stake((await page.locator(".fact").first().textContent()).split(" ").at(-1));
  await hand.deal();
  await says(page, "Turn Player 1, card 1");
  await hand.turn(cards);
  await says(page, "Confirm the result");
}
