// What a manager types for a new key, and what is wrong with it.
import { minorOf } from "./cards.ts";

export interface Limit {
  amount: string;
  currency: string;
}

export interface NewKeyFields {
  name: string;
  tables: string;
  limits: Limit[];
}

/** What is told beside each field: a name of a text, and what it is about. */
export interface Problem {
  word: "empty" | "name" | "used" | "table" | "amount" | "currency" | "twice";
  about: string;
}

export interface Problems {
  name?: Problem;
  tables?: Problem;
  limits?: Problem;
}

export const tablesOf = (typed: string): string[] => typed.split(/[\s,]+/).filter((one) => one !== "");

const written = (limits: Limit[]): Limit[] => limits.filter((one) => one.amount.trim() !== "" || one.currency.trim() !== "");

const currencyOf = (limit: Limit): string => limit.currency.trim().toUpperCase();

export function limitsOf(limits: Limit[]): { minor: bigint; currency: string }[] {
  return written(limits).map((one) => ({ minor: minorOf(one.amount) ?? 0n, currency: currencyOf(one) }));
}

function nameProblem(name: string, used: string[]): Problem | undefined {
  if (name === "") return { word: "empty", about: "" };
  if (!/^[A-Za-z0-9 _.@-]{1,64}$/.test(name)) return { word: "name", about: name };
  return used.includes(name) ? { word: "used", about: name } : undefined;
}

function limitProblem(limits: Limit[]): Problem | undefined {
  const seen = new Set<string>();
  for (const one of written(limits)) {
    if ((minorOf(one.amount) ?? 0n) <= 0n) return { word: "amount", about: one.amount };
    const currency = currencyOf(one);
    if (!/^[A-Z]{3}$/.test(currency)) return { word: "currency", about: one.currency };
    if (seen.has(currency)) return { word: "twice", about: currency };
    seen.add(currency);
  }
  return undefined;
}

/** `used`: names that have a key now; `tables`: those of the studio. */
export function problemsOf(fields: NewKeyFields, used: string[], tables: string[]): Problems {
  const unknown = tablesOf(fields.tables).find((one) => !tables.includes(one));
  return {
    name: nameProblem(fields.name.trim(), used),
    tables: unknown === undefined ? undefined : { word: "table", about: unknown },
    limits: limitProblem(fields.limits),
  };
}

export const isGood = (problems: Problems): boolean => !problems.name && !problems.tables && !problems.limits;
