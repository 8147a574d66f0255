// The line to the gateway: signing in, the WebSocket, and noticing within two seconds that it is gone.
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  ConsoleRequestSchema,
  ConsoleUpdateSchema,
  SignInAnswerSchema,
  SignInFailure,
  SignInSchema,
  type ConsoleRequest,
  type ConsoleUpdate,
  type Keys,
  type PersonEntry,
  type Person,
  type RoundRecords,
  type SignIn,
  type SignInRefused,
} from "../../generated/studio/v1/console_pb.ts";
import type { MoneyOfRounds, ReplayResponse } from "../../generated/studio/v1/replay_pb.ts";
import { learn } from "../text/refusals.ts";
import { noMoney, store } from "./store.ts";

const DRILL = "drill"; // the studio's name when a trainee is scored
const SILENT_AFTER = 1400; // ms without a word; the gateway beats every 500 ms
const LOOK_EVERY = 200;
const OPEN_WITHIN = 3000;
const TRY_AGAIN = [200, 500, 1000, 2000]; // ms

export type Answer =
  | { kind: "done"; people?: PersonEntry[]; keys?: Keys; rounds?: RoundRecords; money?: MoneyOfRounds }
  | { kind: "refused"; clause: string; reason: string; second?: SignInRefused }
  | { kind: "unknown" }; // nobody knows whether it was carried out

interface Asked {
  resolve: (update: ConsoleUpdate | undefined) => void;
  pages: ReplayResponse[];
}

export class Link {
  private socket?: WebSocket;
  private heard = 0;
  private opened = 0;
  private welcomed = false; // on this socket
  private tries = 0;
  private nextId = 1n;
  private asked = new Map<bigint, Asked>();
  private again?: ReturnType<typeof setTimeout>;
  private line = 0; // each line that is begun or given up is another: what an older one asked /me for is of no use to it

  constructor() {
    setInterval(() => this.look(), LOOK_EVERY);
    // A screen that was asleep looks at once.
    document.addEventListener("visibilitychange", () => this.look());
  }

  /** Is somebody signed in already? */
  async start(): Promise<void> {
    const line = this.line;
    try {
      const response = await fetch("/me", { cache: "no-store" });
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (line !== this.line) return;
      if (response.ok) {
        const answer = fromBinary(SignInAnswerSchema, bytes);
        if (answer.outcome.case === "person") return this.enter(answer.outcome.value);
        return store.set({ connection: "signed_out", dismissed: store.state.person !== undefined, person: undefined, dialog: { kind: "none" } });
      }
    } catch {
      // the gateway is not there yet
    }
    if (line === this.line) this.later(() => void this.start());
  }

  async signIn(wish: { name?: string; password?: string; badge?: string }): Promise<SignInRefused | undefined> {
    const body = toBinary(SignInSchema, create(SignInSchema, wish));
    const response = await fetch("/sign-in", { method: "POST", body: body as Uint8Array<ArrayBuffer>, headers: { "content-type": "application/x-protobuf" } });
    if (![200, 401, 429].includes(response.status)) throw new Error(String(response.status));
    const answer = fromBinary(SignInAnswerSchema, new Uint8Array(await response.arrayBuffer()));
    if (answer.outcome.case === "person") this.enter(answer.outcome.value);
    return answer.outcome.case === "refused" ? answer.outcome.value : undefined;
  }

  async signOut(): Promise<void> {
    this.drop();
    await fetch("/sign-out", { method: "POST" }).catch(() => undefined);
    store.set({ connection: "signed_out", person: undefined, tables: new Map(), rounds: new Map(), scores: new Map(), money: noMoney, approvals: [], clients: undefined, chosen: "", dialog: { kind: "none" } });
  }

  /** Sends once and waits for the answer. What was on its way when the line broke is not sent again. */
  async ask(request: ConsoleRequest["request"], second?: SignIn): Promise<{ answer: Answer; pages: ReplayResponse[] }> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return { answer: { kind: "refused", clause: "CONSOLE", reason: "not connected" }, pages: [] };
    const requestId = this.nextId++;
    const asked: Asked = { resolve: () => undefined, pages: [] };
    const update = await new Promise<ConsoleUpdate | undefined>((resolve) => {
      asked.resolve = resolve;
      this.asked.set(requestId, asked);
      socket.send(toBinary(ConsoleRequestSchema, create(ConsoleRequestSchema, { schema: 1, requestId, request, second })) as Uint8Array<ArrayBuffer>);
    });
    return { answer: answerOf(update), pages: asked.pages };
  }

  private enter(person: Person): void {
    const same = store.state.person?.name === person.name; // the line is back: the screen stays where it was
    const chosen = same ? store.state.chosen : person.tables.length === 1 ? person.tables[0] : "";
    store.set({ person, chosen, dismissed: false, clients: same ? store.state.clients : undefined, money: noMoney });
    this.connect();
  }

  private connect(): void {
    this.drop();
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.opened = Date.now();
    this.heard = 0;
    this.welcomed = false;
    socket.onmessage = (event) => this.take(fromBinary(ConsoleUpdateSchema, new Uint8Array(event.data as ArrayBuffer)));
    socket.onclose = () => this.lose();
  }

  private take(update: ConsoleUpdate): void {
    this.heard = Date.now();
    this.tries = 0;
    if (store.state.connection !== "live") store.set({ connection: "live" });
    const asked = update.requestId !== 0n ? this.asked.get(update.requestId) : undefined;
    if (asked && update.update.case === "replay" && update.update.value.response.case === "page") {
      asked.pages.push(update.update.value);
      return;
    }
    if (asked) {
      this.asked.delete(update.requestId);
      asked.resolve(update);
      return;
    }
    this.news(update);
  }

  private news({ update }: ConsoleUpdate): void {
    switch (update.case) {
      case "welcome":
        if (!this.welcomed) store.set({ rounds: new Map(), scores: new Map(), money: noMoney }); // they all come anew
        this.welcomed = true;
        void this.learnRefusals();
        store.set({ person: update.value.person, drill: update.value.studioId === DRILL, clockAhead: Number(update.value.nowNs / 1_000_000n) - Date.now() });
        break;
      case "beat": {
        const ahead = Number(update.value.nowNs / 1_000_000n) - Date.now();
        if (Math.abs(ahead - store.state.clockAhead) > 100) store.set({ clockAhead: ahead });
        break;
      }
      case "table":
        store.takeTable(update.value);
        break;
      case "rounds":
        store.takeRounds(update.value.rounds);
        break;
      case "drill":
        store.set({ scores: new Map(store.state.scores).set(update.value.tableId, update.value) });
        break;
      case "approvals":
        store.set({ approvals: update.value.waiting });
        break;
      case "clients":
        store.set({ clients: update.value });
        break;
    }
  }

  private async learnRefusals(): Promise<void> {
    try {
      learn((await import("../text/refusal_words.ts")).REFUSALS);
      store.set({}); // what stands on the screen is told anew
    } catch {
      // refusals stay in English until the next welcome
    }
  }

  private look(): void {
    if (!this.socket) return;
    const since = Date.now() - (this.heard || this.opened);
    if (since > (this.heard ? SILENT_AFTER : OPEN_WITHIN)) this.lose();
  }

  private lose(): void {
    this.drop();
    store.set({ connection: "lost" });
    this.later(() => void this.start());
  }

  /** Nothing of this line comes any more, and nothing of it is waited for. */
  private drop(): void {
    ++this.line;
    clearTimeout(this.again);
    const socket = this.socket;
    this.socket = undefined;
    if (socket) {
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    }
    for (const { resolve } of this.asked.values()) resolve(undefined);
    this.asked.clear();
  }

  private later(what: () => void): void {
    clearTimeout(this.again);
    this.again = setTimeout(what, TRY_AGAIN[Math.min(this.tries++, TRY_AGAIN.length - 1)]);
  }
}

function answerOf(update: ConsoleUpdate | undefined): Answer {
  if (!update) return { kind: "unknown" };
  const what = update.update;
  if (what.case === "refusal") {
    const second = what.value.second;
    if (what.value.clause === "STUDIO") return { kind: "unknown" };
    return { kind: "refused", clause: what.value.clause, reason: what.value.reason, second: second && second.failure !== SignInFailure.UNSPECIFIED ? second : undefined };
  }
  if (what.case === "response" && what.value.outcome.case === "rejection") {
    return { kind: "refused", clause: what.value.outcome.value.clause, reason: what.value.outcome.value.reason };
  }
  return { kind: "done", people: what.case === "people" ? what.value.people : undefined, keys: what.case === "keys" ? what.value : undefined, rounds: what.case === "rounds" ? what.value : undefined, money: what.case === "money" ? what.value : undefined };
}

export const link = new Link();
