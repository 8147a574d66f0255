// Figures of past rounds: by dealer, by table, by shift. Pure.
import { RoundEnd, type RoundRecord } from "../../generated/studio/v1/console_pb.ts";
import { dayOf, shiftBegins, SHIFT_HOURS } from "./period.ts";

export type GroupBy = "dealer" | "table" | "shift";

export interface Figures {
  name: string;
  rounds: number; // ended
  voided: number;
  revised: number;
  faults: number;
  questions: number; // to the supervisors' desk
  meanMs: number; // of a round that was confirmed
  perHour: number; // ended rounds in an hour of dealing: between the first and the last of an unbroken run
}

const BREAK_MS = 15 * 60_000; // a longer pause between two rounds is no dealing

/** "2026-11-30 08:00": the third of the day in which a round began, by the clock of this place. */
export function shiftOf(openedAtNs: bigint): string {
  const ms = Number(openedAtNs / 1_000_000n);
  return `${dayOf(ms)} ${shiftBegins(Math.floor(new Date(ms).getHours() / SHIFT_HOURS))}`;
}

/** The dealer, table or shift that a round counts to. */
export function groupOf(record: RoundRecord, by: GroupBy): string {
  return by === "dealer" ? record.dealer : by === "table" ? record.tableId : shiftOf(record.openedAtNs);
}

function dealtMs(records: RoundRecord[]): number {
  const tables = new Map<string, [number, number][]>();
  for (const record of records) {
    const times = tables.get(record.tableId) ?? [];
    times.push([Number(record.openedAtNs / 1_000_000n), Number(record.endedAtNs / 1_000_000n)]);
    tables.set(record.tableId, times);
  }
  let dealt = 0;
  for (const times of tables.values()) {
    times.sort((a, b) => a[0] - b[0]);
    times.forEach(([from, to], at) => {
      const next = times[at + 1]?.[0] ?? to;
      dealt += next - to > BREAK_MS ? to - from : Math.max(to, next) - from;
    });
  }
  return dealt;
}

function figuresOf(name: string, records: RoundRecord[]): Figures {
  const ended = records.filter((one) => one.end !== RoundEnd.RUNNING && one.endedAtNs > 0n);
  const count = (end: RoundEnd) => ended.filter((one) => one.end === end).length;
  const confirmed = ended.filter((one) => one.end === RoundEnd.CONFIRMED);
  const sum = confirmed.reduce((ms, one) => ms + Number((one.endedAtNs - one.openedAtNs) / 1_000_000n), 0);
  const hours = dealtMs(ended) / 3_600_000;
  return {
    name,
    rounds: ended.length,
    voided: count(RoundEnd.VOIDED),
    revised: count(RoundEnd.REVISED),
    faults: records.reduce((all, one) => all + one.faults.length, 0),
    questions: records.reduce((all, one) => all + one.questions, 0),
    meanMs: confirmed.length > 0 ? sum / confirmed.length : 0,
    perHour: hours > 0 ? ended.length / hours : 0,
  };
}

/** How many rounds had each fault, the most frequent first. */
export function faultsByCode(records: RoundRecord[]): [number, number][] {
  const counts = new Map<number, number>();
  for (const record of records) for (const code of record.faults) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

/** The most recent shift first; dealers and tables by name. */
export function byName(by: GroupBy): (a: { name: string }, b: { name: string }) => number {
  const order = by === "shift" ? -1 : 1;
  return (a, b) => order * a.name.localeCompare(b.name, undefined, { numeric: true });
}

export function statistics(records: RoundRecord[], by: GroupBy): Figures[] {
  const groups = new Map<string, RoundRecord[]>();
  for (const record of records) groups.set(groupOf(record, by), [...(groups.get(groupOf(record, by)) ?? []), record]);
  return [...groups].map(([name, group]) => figuresOf(name, group)).sort(byName(by));
}
