// A drill as the gateway counts it. Pure.
import type { DrillFault, DrillScore } from "../../generated/studio/v1/console_pb.ts";

const FULL = 100;

/** The points of who sits at the table; full while nothing has been handled. */
export function pointsOf(score: DrillScore | undefined, trainee: string | undefined): number {
  return score?.trainees.find((one) => one.name === trainee)?.points ?? FULL;
}

/** From raised to ended. */
export function openMs(fault: DrillFault): number {
  return Math.max(0, Number((fault.endedAtNs - fault.raisedAtNs) / 1_000_000n));
}
