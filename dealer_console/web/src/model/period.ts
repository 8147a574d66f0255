// The time that rounds and figures are of: what is at hand, a day, a shift or several days, by the clock of this place. Pure.
export const SHIFT_HOURS = 8;

export const PERIODS = ["live", "day", "shift", "range"] as const;
export type PeriodKind = (typeof PERIODS)[number];

export interface Period {
  kind: PeriodKind; // "live": the last 24 hours, as they come
  day: string; // "2026-11-30"
  until: string; // the last day of a range, included
  shift: number; // of the day, from 0
}

export const SHIFTS = Array.from({ length: 24 / SHIFT_HOURS }, (_, at) => at);
const MOST_DAYS = 100;

const two = (n: number) => String(n).padStart(2, "0");

export function dayOf(ms: number): string {
  const at = new Date(ms);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** "08:00" */
export const shiftBegins = (shift: number): string => `${two(shift * SHIFT_HOURS)}:00`;

/** "08:00 – 16:00" */
export const shiftName = (shift: number): string => `${shiftBegins(shift)} – ${shiftBegins(shift + 1)}`;

export interface Bounds {
  fromMs: number;
  toMs: number; // not included
}

function midnight(day: string, days = 0, hours = 0): number {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year, month - 1, date + days, hours).getTime();
}

/** Nothing when what was entered is no time: an empty day, an end before its beginning, more than 100 days. */
export function boundsOf(period: Period): Bounds | undefined {
  if (period.kind === "live" || !/^\d{4}-\d{2}-\d{2}$/.test(period.day)) return undefined;
  if (period.kind === "day") return { fromMs: midnight(period.day), toMs: midnight(period.day, 1) };
  if (period.kind === "shift") return { fromMs: midnight(period.day, 0, period.shift * SHIFT_HOURS), toMs: midnight(period.day, 0, (period.shift + 1) * SHIFT_HOURS) };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(period.until)) return undefined;
  const bounds = { fromMs: midnight(period.day), toMs: midnight(period.until, 1) };
  return bounds.toMs > bounds.fromMs && bounds.toMs - bounds.fromMs <= MOST_DAYS * 86_400_000 ? bounds : undefined;
}
