// Numbers and times as every language here writes them.
import { dayOf } from "./period.ts";

export const count = (n: bigint | number): string => n.toLocaleString("en-GB");

/** "14:05:09", by the clock of this place. */
export const timeOf = (ns: bigint): string => new Date(Number(ns / 1_000_000n)).toLocaleTimeString("en-GB");

/** "2026-11-30 14:05" */
export const dayAndTime = (ms: number): string => `${dayOf(ms)} ${new Date(ms).toLocaleTimeString("en-GB").slice(0, 5)}`;
