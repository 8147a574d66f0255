// The page's line to the gateway, with a socket and a gateway that do as the test says.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load } from "./bundle.mjs";

class Socket {
  static OPEN = 1;
  static all = [];
  constructor() {
    this.readyState = Socket.OPEN;
    Socket.all.push(this);
  }
  send() {}
  close() {
    this.readyState = 3;
  }
}

// A SignInAnswer: the person "anna".
const ANNA = new Uint8Array([0x0a, 0x06, 0x0a, 0x04, ...new TextEncoder().encode("anna")]);
const answer = (body) => ({ ok: true, status: 200, arrayBuffer: async () => body.buffer });
const turns = () => new Promise((done) => setImmediate(done));

let gateway; // by path, what a request gets
let timers;
globalThis.document = { addEventListener: () => undefined };
globalThis.location = { protocol: "http:", host: "gateway" };
globalThis.navigator ??= { languages: ["en"], language: "en" };
globalThis.localStorage = { getItem: () => null, setItem: () => undefined };
globalThis.WebSocket = Socket;
globalThis.setInterval = () => 0;
globalThis.setTimeout = (what) => timers.push(what);
globalThis.clearTimeout = (id) => id && (timers[id - 1] = undefined);
globalThis.fetch = (path) => gateway[path]();

let link;
beforeEach(async () => {
  timers = [];
  Socket.all = [];
  gateway = { "/me": async () => answer(ANNA), "/sign-out": async () => answer(new Uint8Array()) };
  link ??= (await load("state/link.ts")).link;
  await link.start();
  assert.equal(Socket.all.length, 1);
});

test("who signs out leaves no line, no timer and nobody who waits", async () => {
  const asked = link.ask({ case: "managePeople", value: {} });
  const [socket] = Socket.all;
  await link.signOut();
  assert.equal((await asked).answer.kind, "unknown");
  assert.equal(socket.readyState, 3);
  assert.equal(socket.onclose, null, "its end is nobody's loss");
  assert.deepEqual(timers.filter(Boolean), []);
});

test("an answer that comes after signing out signs nobody in", async () => {
  let late;
  gateway["/me"] = () => new Promise((done) => (late = done));
  Socket.all[0].onclose(); // the line is lost, and looked for
  timers.filter(Boolean).forEach((what) => what());
  await link.signOut();
  late(answer(ANNA));
  await turns();
  assert.equal(Socket.all.length, 1);
  assert.deepEqual(timers.filter(Boolean).length, 0);
});

test("a second line closes the first", async () => {
  gateway["/sign-in"] = async () => answer(ANNA);
  await link.signIn({ badge: "1" });
  assert.equal(Socket.all.length, 2);
  assert.equal(Socket.all[0].readyState, 3);
  await link.signOut();
});
