// A whole studio with its console for one test: no camera but a hand that says what lies where, people who may sign in, a folder of its own.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const TOP = join(HERE, "..", "..", "..");
export const BIN = join(process.env.STUDIO_BINARY_DIR ?? join(TOP, "build"), "bin");
const STUDIO = join(BIN, "studio");

export const PEOPLE = {
  anna: { role: "dealer", password: "anna-deals", badge: "100001" },
  boris: { role: "supervisor", password: "boris-watches", badge: "200001" },
  clara: { role: "supervisor", password: "clara-watches", badge: "200002" },
  mira: { role: "manager", password: "mira-manages", badge: "300001" },
  otto: { role: "auditor", password: "otto-reads", badge: "400001" },
};

export const SEATS = ["P1", "P2", "P3", "P4", "P5", "B"];
export const SLOTS = [1, 2].flatMap((card) => SEATS.map((seat) => `${seat}.${card}`));
/** The order of turning: both cards of each seat, the banker last. */
export const TURNS = SEATS.flatMap((seat) => [`${seat}.1`, `${seat}.2`]);

export async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

function run(args, input) {
  const ended = spawnSync(STUDIO, args, { input, encoding: "utf8" });
  if (ended.status !== 0) throw new Error(`studio ${args.join(" ")}: ${ended.stderr}`);
}

export function makeUsers(file) {
  for (const [name, { role, password, badge }] of Object.entries(PEOPLE)) {
    run(["users", "--file", file, "make", name, "--role", role], `${password}\n`);
    run(["users", "--file", file, "badge", name], `${badge}\n`);
  }
}

const LAYOUTS = join(TOP, "recognition", "capture", "layouts");
export const layoutOf = (game) => join(LAYOUTS, `${game.replaceAll("-", "_")}.toml`);

function python(script, ...args) {
  return spawn("/usr/bin/python3", [join(HERE, script), ...args], { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" } });
}

/** Stakes and decides as an operator's system does. */
export class Distributor {
  constructor(studio, table, name, ...key) {
    this.process = python("distributor.py", `ipc://${studio.folder}/command`, table, name, ...key);
    this.answers = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
    this.wagers = 0;
    this.name = name;
  }
  async ask(command) {
    this.process.stdin.write(`${JSON.stringify(command)}\n`);
    return JSON.parse((await this.answers.next()).value);
  }
  stake(roundId, position, bet, minor, currency = "EUR") {
    return this.ask({ place_wager: { wager_id: `${this.name}-${++this.wagers}`, round_id: roundId, position, bet, stake: { minor: String(minor), currency } } });
  }
  /** Every private event that its stream at the table has had, in order. */
  async history() {
    const events = [];
    for (;;) {
      const page = await this.ask({ wager_history: { from_seq: String(events.length + 1) } });
      events.push(...page.events);
      if (page.events.length === 0 || events.length + 1 >= Number(page.wagersEnd.nextSeq)) return events;
    }
  }
  stop() {
    this.process.stdin.end();
    this.process.kill();
  }
}

class Hand {
  constructor(endpoint, table, game) {
    this.process = python("hand.py", endpoint, table, join(TOP, "recognition", "app", "virtual_table.jpg"), layoutOf(game));
    this.answers = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }
  async ready() {
    await this.answers.next();
  }
  async tell(...places) {
    this.process.stdin.write(`${JSON.stringify(places)}\n`);
    await this.answers.next();
  }
  /** Face down. */
  lay(...slots) {
    return this.tell(...slots.map((slot) => ({ slot, state: "FACE_DOWN" })));
  }
  show(slot, card) {
    return this.tell({ slot, state: "FACE_UP", card });
  }
  doubt(slot, ...guesses) {
    return this.tell({ slot, state: "DOUBTFUL", guesses });
  }
  take(...slots) {
    return this.tell(...slots.map((slot) => ({ slot, state: "EMPTY" })));
  }
  async burn() {
    await this.lay("BURN");
    await this.take("BURN");
  }
  /** The turned card of a new shoe and those that are burned behind it. */
  async openShoe() {
    await this.show("BURN", "2c");
    await this.take("BURN");
    await this.burn();
    await this.burn();
  }
  async deal() {
    await this.burn();
    for (const slot of SLOTS) await this.lay(slot);
  }
  async turn(cards) {
    for (const slot of TURNS) if (cards[slot]) await this.show(slot, cards[slot]);
  }
  clear() {
    return this.take(...SLOTS);
  }
  stop() {
    this.process.stdin.end();
    this.process.kill();
  }
}

/** Twelve cards whose results are known: Player 1 wins double with a pair, Player 2 loses, Player 3 ties. */
export const CARDS = {
  "P1.1": "4s", "P1.2": "4h", "P2.1": "2d", "P2.2": "Ts", "P3.1": "3c", "P3.2": "4d",
  "P4.1": "9h", "P4.2": "Kc", "P5.1": "As", "P5.2": "2h", "B.1": "2s", "B.2": "5d",
};

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 80" width="200" height="80"><rect width="200" height="80" rx="14" fill="#0d3b33"/><path d="M40 16l20 24-20 24-20-24z" fill="#ffc65c"/><text x="74" y="51" font-family="sans-serif" font-size="30" font-weight="700" fill="#fff">HOUSE</text></svg>';

export class Studio {
  /** `keys`: it asks for them, and its console has one. */
  static async start({ tables = ["T1"], game = "pok-deng", bettingMs = 3000, extra = "", keys = false } = {}) {
    const studio = new Studio();
    studio.folder = mkdtempSync(join(tmpdir(), "con-"));
    studio.port = await freePort();
    studio.url = `http://127.0.0.1:${studio.port}`;
    studio.feed = `ipc://${studio.folder}/feed`;
    makeUsers(join(studio.folder, "users.toml"));
    // What stands in a table's own lines, by its name; `extra` in all of them.
    const lines = Array.isArray(tables) ? Object.fromEntries(tables.map((id) => [id, ""])) : tables;
    const table = ([id, own]) => `[[table]]\nid = "${id}"\ngame = "${game}"\nlayout = "${layoutOf(game)}"\nbetting_ms = ${bettingMs}\nobserve = "ipc://${studio.folder}/o-${id}"\n${own}\n${extra}\n`;
    writeFileSync(join(studio.folder, "house.svg"), LOGO);
    writeFileSync(join(studio.folder, "studio.toml"), `[studio]\nid = "test"\nfeed = "${studio.feed}"\n[console]\nport = ${studio.port}\noverlay_key = "mixer"\nlogo = "house.svg"\n${keys ? studio.makeKeys() : ""}${Object.entries(lines).map(table).join("")}`);
    await studio.run();
    studio.hands = {};
    for (const id of Object.keys(lines)) {
      studio.hands[id] = new Hand(`ipc://${studio.folder}/o-${id}`, id, game);
      await studio.hands[id].ready();
    }
    studio.hand = Object.values(studio.hands)[0];
    return studio;
  }

  /** The lines of the configuration that say so. */
  makeKeys() {
    run(["keys", "make", "console", "--role", "supervisor", "--for-people", "--folder", join(this.folder, "keys")]);
    return 'studio_key = "keys/console.key"\n[access]\nsecret_key = "keys/studio.key"\nclients = "keys/clients.toml"\n';
  }

  /** A distributor's key; the file that it is told. */
  makeKey(name, ...rights) {
    run(["keys", "make", name, "--role", "distributor", "--folder", join(this.folder, "keys"), ...rights]);
    return join(this.folder, "keys", `${name}.key`);
  }

  /** `studio feed tail` under a key: what a distributor has running. */
  follow(key) {
    return spawn(STUDIO, ["feed", "tail", "--connect", this.feed, "--key", key], { stdio: ["ignore", "ignore", "pipe"] });
  }

  async run() {
    this.log = "";
    this.process = spawn(STUDIO, ["run", join(this.folder, "studio.toml")], { stdio: ["ignore", "ignore", "pipe"] });
    this.process.stderr.on("data", (text) => {
      this.log += text;
      if (process.env.STUDIO_LOG) process.stderr.write(text);
    });
    this.ended = new Promise((done) => this.process.on("exit", done));
    for (let tries = 0; tries < 300; ++tries) {
      const there = await fetch(`${this.url}/me`).then((answer) => answer.ok, () => false);
      if (there) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`the console does not come up:\n${this.log}`);
  }

  /** As a power cut would: nothing is said, nothing is finished. */
  async kill() {
    this.process.kill("SIGKILL");
    await this.ended;
  }

  gatewayPid() {
    const found = spawnSync("pgrep", ["-P", String(this.process.pid), "console_gatewa"], { encoding: "utf8" });
    return Number(found.stdout.trim().split("\n").at(-1));
  }

  audit() {
    return spawnSync(STUDIO, ["users", "audit", join(this.folder, "console-audit.jsonl")], { encoding: "utf8" });
  }

  async stop() {
    for (const hand of Object.values(this.hands ?? {})) hand.stop();
    this.process.kill("SIGTERM");
    await this.ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** `studio demo` as a person starts it: virtual tables, real recognisers. */
export class Demo {
  static async start(...args) {
    const demo = new Demo();
    demo.process = spawn(STUDIO, ["demo", "--console-port", String(await freePort()), ...args], { stdio: ["ignore", "ignore", "pipe"] });
    demo.ended = new Promise((done) => demo.process.on("exit", done));
    let said = "";
    demo.process.stderr.on("data", (text) => (said += text));
    for (let tries = 0; tries < 300; ++tries) {
      demo.url = /console (http\S+)/.exec(said)?.[1];
      demo.overlay = /overlay (http\S+)/.exec(said)?.[1];
      if (demo.overlay && (await fetch(`${demo.url}/me`).then((answer) => answer.ok, () => false))) return demo;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`the demo does not come up:\n${said}`);
  }
  async stop() {
    this.process.kill("SIGTERM");
    await this.ended;
  }
}
