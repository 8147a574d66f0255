// What buttons do: one command each, its answer shown.
import { create } from "@bufbuild/protobuf";
import { CommandRequestSchema, type CommandRequest } from "../../generated/studio/v1/command_pb.ts";
import { SignInSchema, Verdict, type RoundRecord, type SignInRefused } from "../../generated/studio/v1/console_pb.ts";
import { moneyKey } from "../model/money.ts";
import { boundsOf, type Period } from "../model/period.ts";
import { texts } from "../text/index.ts";
import { refusalText } from "../text/refusals.ts";
import { link, type Answer } from "./link.ts";
import { store, type Past } from "./store.ts";

export type Command = CommandRequest["command"];

export interface Signature {
  name: string;
  password: string;
  badge: string;
}

export const unsigned: Signature = { name: "", password: "", badge: "" };

export function isSigned(signature: Signature): boolean {
  return signature.badge !== "" || (signature.name !== "" && signature.password !== "");
}

function show(answer: Answer): void {
  const text = texts(store.state.language);
  if (answer.kind === "unknown") store.notice("bad", text.notice.unknown);
  if (answer.kind === "refused" && !answer.second) store.notice("bad", text.notice.refused(refusalText(store.state.language, text, answer.clause, answer.reason)));
}

/** Sends a command of the chosen table; one at a time. Returns whether it was carried out, or why the second person was not accepted. */
export async function command(wish: Command, signature: Signature = unsigned): Promise<boolean | SignInRefused> {
  if (store.state.busy) return false;
  store.set({ busy: true });
  try {
    const request = create(CommandRequestSchema, { schema: 1, tableId: store.state.chosen, command: wish });
    const second = isSigned(signature) ? create(SignInSchema, signature) : undefined;
    const { answer } = await link.ask({ case: "command", value: request }, second);
    show(answer);
    if (answer.kind === "refused" && answer.second) return answer.second;
    return answer.kind === "done";
  } finally {
    store.set({ busy: false });
  }
}

const TABLES_AT_ONCE = 8; // requests that the gateway keeps for one screen, with room for others

/** Asks for the rounds of a period, table by table; what was asked before is forgotten. */
export async function choosePeriod(period: Period): Promise<void> {
  const bounds = boundsOf(period);
  store.set({ period, past: { state: bounds ? "asking" : "none", rounds: [], cut: false } });
  if (!bounds) return;
  const tables = [...store.state.tables.keys()];
  const past: Past = { state: "there", rounds: [], cut: false };
  while (tables.length > 0) {
    const asked = tables.splice(0, TABLES_AT_ONCE).map((tableId) => link.ask({ case: "pastRounds", value: { $typeName: "studio.v1.PastRounds", tableId, fromNs: BigInt(bounds.fromMs) * 1_000_000n, toNs: BigInt(bounds.toMs) * 1_000_000n } }));
    for (const { answer } of await Promise.all(asked)) {
      if (answer.kind !== "done" || !answer.rounds) past.state = "failed";
      else past.rounds.push(...answer.rounds.rounds);
      past.cut ||= answer.kind === "done" && answer.rounds?.cut === true;
    }
    if (store.state.period !== period) return; // another one is wanted by now
  }
  store.set({ past });
}

const ROUNDS_AT_ONCE = 100; // of one question about money

/** Asks what was wagered in these rounds: as many of one table as one question takes. */
export async function askMoney(records: RoundRecord[]): Promise<void> {
  const asked = records.filter((one) => one.tableId === records[0].tableId).slice(0, ROUNDS_AT_ONCE);
  store.set({ money: { ...store.state.money, state: "asking" } });
  const { answer } = await link.ask({ case: "money", value: { $typeName: "studio.v1.MoneyRequest", tableId: records[0].tableId, rounds: asked.map((one) => one.roundId) } });
  const told = answer.kind === "done" ? answer.money?.rounds : undefined;
  if (!told) return store.set({ money: { ...store.state.money, state: "failed" } });
  const known = new Map(store.state.money.known);
  told.forEach((money, at) => known.set(moneyKey(asked[at]), { seq: asked[at].lastSeq, money }));
  store.set({ money: { state: "there", known } });
}

/** Puts a command before the supervisors' desks. */
export async function askApproval(wish: Command): Promise<boolean> {
  const request = create(CommandRequestSchema, { schema: 1, tableId: store.state.chosen, command: wish });
  const { answer } = await link.ask({ case: "askApproval", value: { $typeName: "studio.v1.AskApproval", command: request } });
  show(answer);
  return answer.kind === "done";
}

export async function answerApproval(id: bigint, verdict: Verdict): Promise<boolean> {
  const { answer } = await link.ask({ case: "answerApproval", value: { $typeName: "studio.v1.AnswerApproval", id, verdict } });
  show(answer);
  return answer.kind === "done";
}
