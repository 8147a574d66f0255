// The gateway's door, without a browser and without a studio behind it.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { BIN, freePort, layoutOf, makeUsers } from "./studio.mjs";

let folder;
let gateways = [];

before(() => {
  folder = mkdtempSync(join(tmpdir(), "gate-"));
  makeUsers(join(folder, "users.toml"));
});
after(() => {
  for (const gateway of gateways) gateway.process.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function start(name, ...more) {
  const port = await freePort();
  const audit = join(folder, `${name}.jsonl`);
  const args = ["--connect", `ipc://${folder}/feed`, "--port", String(port), "--users", join(folder, "users.toml"), "--audit", audit, "--site", join(BIN, "..", "console_web"), ...more];
  const process = spawn(join(BIN, "console_gateway"), args, { stdio: ["ignore", "ignore", "pipe"] });
  const gateway = { process, port, audit, url: `http://127.0.0.1:${port}` };
  gateways.push(gateway);
  for (let tries = 0; tries < 100; ++tries) {
    const there = await new Promise((done) => connect(port, "127.0.0.1").on("connect", function () { this.destroy(); done(true); }).on("error", () => done(false)));
    if (there) return gateway;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("the gateway does not come up");
}

/** A SignIn by hand: fields 1 to 3 are texts. */
function signInBytes({ name = "", password = "", badge = "" }) {
  const field = (number, text) => (text ? Buffer.concat([Buffer.from([(number << 3) | 2, Buffer.byteLength(text)]), Buffer.from(text)]) : Buffer.alloc(0));
  return Buffer.concat([field(1, name), field(2, password), field(3, badge)]);
}

/** undefined when the connection broke. */
function ask(gateway, { method = "GET", path = "/", headers = {}, body, secure = false, localAddress } = {}) {
  const make = secure ? httpsRequest : httpRequest;
  return new Promise((done) => {
    const request = make({ host: "127.0.0.1", port: gateway.port, method, path, headers, localAddress, agent: false, rejectUnauthorized: false }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }));
    });
    request.on("upgrade", (answer, socket) => {
      socket.destroy();
      done({ status: answer.statusCode, headers: answer.headers });
    });
    request.on("error", () => done(undefined));
    request.end(body);
  });
}

const signIn = (gateway, who, origin = gateway.url) => ask(gateway, { method: "POST", path: "/sign-in", headers: { origin }, body: signInBytes(who) });
const upgrade = (gateway, headers) =>
  ask(gateway, { path: "/ws", headers: { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13", "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", ...headers } });
const cookieOf = (answer) => answer.headers["set-cookie"][0].split(";")[0];

test("a sign-in sets a cookie that no script and no other site can use", async () => {
  const gateway = await start("cookie");
  const answer = await signIn(gateway, { name: "anna", password: "anna-deals" });
  assert.equal(answer.status, 200);
  assert.match(answer.headers["set-cookie"][0], /^studio_console=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  const me = await ask(gateway, { path: "/me", headers: { cookie: cookieOf(answer) } });
  assert.ok(me.body.includes("anna"));
  assert.equal((await ask(gateway, { path: "/me" })).body.length, 0);
  await ask(gateway, { method: "POST", path: "/sign-out", headers: { origin: gateway.url, cookie: cookieOf(answer) } });
  assert.equal((await ask(gateway, { path: "/me", headers: { cookie: cookieOf(answer) } })).body.length, 0);
});

test("a page of another origin gets neither a session nor a socket", async () => {
  const gateway = await start("origin");
  assert.equal((await signIn(gateway, { name: "anna", password: "anna-deals" }, "http://evil.example")).status, 403);
  const cookie = cookieOf(await signIn(gateway, { name: "anna", password: "anna-deals" }));
  assert.equal((await upgrade(gateway, { cookie, origin: "http://evil.example" })).status, 403);
  assert.equal((await upgrade(gateway, { cookie })).status, 403, "no origin at all");
  assert.equal((await upgrade(gateway, { origin: gateway.url })).status, 401, "no cookie");
  assert.equal((await upgrade(gateway, { cookie, origin: gateway.url })).status, 101);
  assert.match(readFileSync(gateway.audit, "utf8"), /request refused.*origin http:\/\/evil\.example/);
});

test("five wrong tries lock, also for the right password, and are in the audit journal", async () => {
  const gateway = await start("lock");
  for (let tries = 0; tries < 5; ++tries) assert.equal((await signIn(gateway, { name: "anna", password: "a wrong one" })).status, 401);
  assert.equal((await signIn(gateway, { name: "anna", password: "anna-deals" })).status, 429);
  const lines = readFileSync(gateway.audit, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.map((line) => line.detail), ["wrong", "wrong", "wrong", "wrong", "wrong", "locked"]);
  assert.equal(spawnSync(join(BIN, "studio"), ["users", "audit", gateway.audit]).status, 0);
});

test("what is too large, malformed or unknown is refused and harms nothing", async () => {
  const gateway = await start("limits");
  const origin = { origin: gateway.url };
  assert.equal((await ask(gateway, { method: "POST", path: "/sign-in", headers: origin, body: Buffer.alloc(100_000) })).status, 413);
  assert.equal((await ask(gateway, { method: "POST", path: "/sign-in", headers: origin, body: "\x0a\xff\xff" })).status, 400);
  assert.equal((await ask(gateway, { headers: { "x-long": "y".repeat(20_000) } }))?.status ?? 413, 413);
  assert.equal((await ask(gateway, { path: "/../users.toml" })).status, 404);
  assert.equal((await ask(gateway, { path: "/%2e%2e/users.toml" })).status, 404);
  assert.equal((await ask(gateway, { method: "DELETE" })).status, 405);
  const cookie = cookieOf(await signIn(gateway, { name: "otto", password: "otto-reads" }));
  for (const path of ["/still/T1/../../users.toml", `/still/T1/${"a".repeat(64)}`, "/picture/T1/..", "/dossier/T1/--help"])
    assert.equal((await ask(gateway, { path, headers: { cookie } })).status, 404, path);
  const socket = connect(gateway.port, "127.0.0.1");
  socket.write("\x16\x03\x01 this is no HTTP\r\n\r\n");
  await new Promise((done) => socket.on("close", done).on("error", done));
  assert.equal((await ask(gateway)).status, 200, "still there");
});

test("one address holds no more than its share of connections", async () => {
  const gateway = await start("many");
  const sockets = await Promise.all(Array.from({ length: 60 }, () => new Promise((done) => {
    const socket = connect(gateway.port, "127.0.0.1");
    socket.closed_by_gateway = false;
    socket.on("close", () => (socket.closed_by_gateway = true)).on("error", () => undefined).on("connect", () => done(socket)).resume();
  })));
  // Once the gateway has answered one more of another address, it has seen all of these.
  const open = () => sockets.filter((socket) => !socket.closed_by_gateway).length;
  while (open() > 40) await new Promise((done) => setTimeout(done, 20));
  assert.equal((await ask(gateway, { localAddress: "127.0.0.2" })).status, 200);
  assert.equal(open(), 40);
  for (const socket of sockets) socket.destroy();
});

test("the page comes packed, with headers that keep other sites out", async () => {
  const gateway = await start("page");
  const page = await ask(gateway, { headers: { "accept-encoding": "gzip" } });
  assert.equal(page.headers["content-encoding"], "gzip");
  assert.match(page.headers["content-security-policy"], /default-src 'self'.*frame-ancestors 'none'/);
  assert.equal(page.headers["x-content-type-options"], "nosniff");
  const again = await ask(gateway, { headers: { "if-none-match": page.headers.etag } });
  assert.equal(again.status, 304);
});

test("beyond loopback it refuses to start without TLS, and serves with it", async () => {
  const open = spawnSync(join(BIN, "console_gateway"), ["--connect", `ipc://${folder}/feed`, "--address", "0.0.0.0", "--users", join(folder, "users.toml"), "--audit", join(folder, "o.jsonl"), "--site", join(BIN, "..", "console_web")], { encoding: "utf8" });
  assert.equal(open.status, 2);
  assert.match(open.stderr, /0\.0\.0\.0 is not loopback/);
  const config = join(folder, "open.toml");
  writeFileSync(config, `[[table]]\nid = "T1"\ngame = "pok-deng"\nlayout = "${layoutOf("pok-deng")}"\nobserve = "ipc://${folder}/o"\n[console]\naddress = "0.0.0.0"\nusers = "${join(folder, "users.toml")}"\n`);
  const studio = spawnSync(join(BIN, "studio"), ["run", "--check", config], { encoding: "utf8" });
  assert.equal(studio.status, 2);
  assert.match(studio.stderr, /open\.toml:7: console: 0\.0\.0\.0 is not loopback/);
  const made = spawnSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")]);
  assert.equal(made.status, 0);
  const gateway = await start("tls", "--certificate", join(folder, "cert.pem"), "--key", join(folder, "key.pem"));
  const origin = `https://127.0.0.1:${gateway.port}`;
  const answer = await ask(gateway, { method: "POST", path: "/sign-in", headers: { origin }, body: signInBytes({ badge: "100001" }), secure: true });
  assert.equal(answer.status, 200);
  assert.match(answer.headers["set-cookie"][0], /; Secure$/);
});

test("bad use is one line and status 2", () => {
  writeFileSync(join(folder, "bad.toml"), "badge_key = 1\n");
  const bad = (...args) => spawnSync(join(BIN, "console_gateway"), args, { encoding: "utf8" });
  const site = join(BIN, "..", "console_web");
  assert.equal(bad("--deal").status, 2);
  const users = bad("--connect", `ipc://${folder}/feed`, "--users", join(folder, "bad.toml"), "--audit", join(folder, "b.jsonl"), "--site", site);
  assert.equal(users.status, 2);
  assert.match(users.stderr, /bad\.toml:1: badge_key must be a text/);
  const pages = bad("--connect", `ipc://${folder}/feed`, "--users", join(folder, "users.toml"), "--audit", join(folder, "b.jsonl"), "--site", folder);
  assert.match(pages.stderr, /there is no index\.html/);
});
