// The last state of everything a screen shows. It comes from the gateway; what a person does here changes only dialogues and language.
import type { Approval, ClientNews, DrillScore, Person, RoundRecord, TableNews } from "../../generated/studio/v1/console_pb.ts";
import type { KnownMoney } from "../model/money.ts";
import { dayOf, type Period } from "../model/period.ts";
import { type Language, storedLanguage } from "../text/index.ts";

export type Connection = "starting" | "signed_out" | "live" | "lost";

export type Dialog =
  | { kind: "none" }
  | { kind: "mistake" }
  | { kind: "fault" }
  | { kind: "doubt"; slot: string }
  | { kind: "void" }
  | { kind: "resume" }
  | { kind: "correct" }
  | { kind: "close" }
  | { kind: "drill" };

export type Tab = "tables" | "rounds" | "statistics" | "distributors" | "people" | "keys";

export interface Notice {
  id: number;
  tone: "good" | "bad";
  text: string;
}

/** Rounds of a time long past, as they were asked for. */
export interface Past {
  state: "none" | "asking" | "there" | "failed";
  rounds: RoundRecord[];
  cut: boolean; // there were more
}

/** What was wagered, of the rounds that it was asked for. */
export interface MoneyState {
  state: "there" | "asking" | "failed";
  known: Map<string, KnownMoney>; // by table and round
}

export const noMoney: MoneyState = { state: "there", known: new Map() };

export interface State {
  connection: Connection;
  person?: Person;
  dismissed: boolean; // somebody was signed in until the gateway said otherwise
  language: Language;
  tables: Map<string, TableNews>;
  rounds: Map<string, RoundRecord[]>;
  period: Period; // of the pages of rounds and figures
  past: Past;
  money: MoneyState; // for those who may see it
  approvals: Approval[];
  clients?: ClientNews; // who is connected to the studio, for those who may see it
  chosen: string; // table; "" = the wall
  tab: Tab;
  dialog: Dialog;
  notices: Notice[];
  busy: boolean; // a command is on its way
  clockAhead: number; // ms that the gateway's clock is ahead of this browser's
  sound: boolean;
  drill: boolean; // the studio is a trainee's
  scores: Map<string, DrillScore>; // of a drill, by table; the gateway counts
}

type Listener = () => void;

export class Store {
  state: State = {
    connection: "starting",
    dismissed: false,
    language: storedLanguage(),
    tables: new Map(),
    rounds: new Map(),
    period: { kind: "live", day: dayOf(Date.now()), until: dayOf(Date.now()), shift: 0 },
    past: { state: "none", rounds: [], cut: false },
    money: noMoney,
    approvals: [],
    chosen: "",
    tab: "tables",
    dialog: { kind: "none" },
    notices: [],
    busy: false,
    clockAhead: 0,
    sound: true,
    drill: false,
    scores: new Map(),
  };
  private listeners = new Set<Listener>();
  private notices = 0;

  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  takeTable(news: TableNews): void {
    const tables = new Map(this.state.tables);
    tables.set(news.tableId, news);
    this.set({ tables });
  }

  takeRounds(records: RoundRecord[]): void {
    const rounds = new Map(this.state.rounds);
    for (const record of records) {
      const known = [...(rounds.get(record.tableId) ?? [])];
      const at = known.findIndex((one) => one.roundId === record.roundId);
      if (at < 0) known.push(record);
      else known[at] = record;
      known.sort((a, b) => Number(a.firstSeq - b.firstSeq));
      rounds.set(record.tableId, known);
    }
    this.set({ rounds });
  }

  notice(tone: Notice["tone"], text: string): void {
    const id = ++this.notices;
    this.set({ notices: [...this.state.notices.slice(-2), { id, tone, text }] });
    setTimeout(() => this.set({ notices: this.state.notices.filter((one) => one.id !== id) }), tone === "good" ? 2500 : 7000);
  }

  /** The gateway's time. */
  now(): number {
    return Date.now() + this.state.clockAhead;
  }
}

export const store = new Store();
