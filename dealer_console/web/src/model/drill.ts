// A drill: how quickly a trainee ended each fault, and how often the studio had to refuse. Pure.
import type { TableNews } from "../../generated/studio/v1/console_pb.ts";
import type { FaultCode } from "../../generated/studio/v1/types_pb.ts";

export interface Handled {
  code: FaultCode;
  slot: string;
  ms: number; // from raised to ended
  refusals: number;
}

const FULL = 100;
const FREE_MS = 10_000; // within this nothing is lost
const POINTS_A_SECOND = 2;
const POINTS_A_REFUSAL = 10;

/** The faults that were open in `before` and are not in `after`. The refusals count for the first of them. */
export function handledBetween(before: TableNews | undefined, after: TableNews, nowMs: number, refusals: number): Handled[] {
  const still = new Set(after.openFaults.map((one) => `${one.code} ${one.slot}`));
  return (before?.openFaults ?? [])
    .filter((one) => !still.has(`${one.code} ${one.slot}`))
    .map((one, at) => ({ code: one.code, slot: one.slot, ms: Math.max(0, nowMs - Number(one.raisedAtNs / 1_000_000n)), refusals: at === 0 ? refusals : 0 }));
}

export function pointsOf(handled: Handled): number {
  const late = Math.max(0, handled.ms - FREE_MS) / 1000;
  return Math.max(0, Math.round(FULL - late * POINTS_A_SECOND - handled.refusals * POINTS_A_REFUSAL));
}

/** The mean of all; full while there was none. */
export function scoreOf(all: Handled[]): number {
  return all.length === 0 ? FULL : Math.round(all.reduce((sum, one) => sum + pointsOf(one), 0) / all.length);
}
