// What was wagered in past rounds and who has won it, by dealer, table or shift and by currency, in minor units. Pure.
import { PersonRole, RoundEnd, type Person, type RoundRecord } from "../../generated/studio/v1/console_pb.ts";
import type { RoundMoney } from "../../generated/studio/v1/replay_pb.ts";
import { byName, groupOf, type GroupBy } from "./statistics.ts";

/** A round's money as it was when event `seq` was the round's last. */
export interface KnownMoney {
  seq: bigint;
  money: RoundMoney;
}

export interface MoneyRow {
  name: string;
  currency: string;
  wagers: bigint; // that have ended
  taken: bigint; // = paidBack + refunded + house
  paidBack: bigint;
  refunded: bigint;
  house: bigint; // below 0: the house has lost
  open: bigint; // wagers of rounds that have ended, and have not ended themselves
  openTaken: bigint;
}

/** Managers and auditors. */
export const seesMoney = (person: Person | undefined): boolean => person?.role === PersonRole.MANAGER || person?.role === PersonRole.AUDITOR;

export const moneyKey = (record: RoundRecord): string => `${record.tableId} ${record.roundId}`;

/** Rounds that have ended and whose money is not known, or was before something happened to them. */
export function unknownMoney(records: RoundRecord[], known: Map<string, KnownMoney>): RoundRecord[] {
  return records.filter((one) => one.end !== RoundEnd.RUNNING && known.get(moneyKey(one))?.seq !== one.lastSeq);
}

const empty = (name: string, currency: string): MoneyRow => ({ name, currency, wagers: 0n, taken: 0n, paidBack: 0n, refunded: 0n, house: 0n, open: 0n, openTaken: 0n });

function add(row: MoneyRow, part: Omit<MoneyRow, "name">): void {
  for (const of of ["wagers", "taken", "paidBack", "refunded", "house", "open", "openTaken"] as const) row[of] += part[of];
}

/** Where nobody has wagered there is no row. In the order of the figures, then by currency. */
export function moneyRows(records: RoundRecord[], known: Map<string, KnownMoney>, by: GroupBy): MoneyRow[] {
  const rows = new Map<string, MoneyRow>();
  for (const record of records) {
    for (const sum of known.get(moneyKey(record))?.money.sums ?? []) {
      const name = groupOf(record, by);
      const key = `${sum.currency} ${name}`;
      if (!rows.has(key)) rows.set(key, empty(name, sum.currency));
      add(rows.get(key)!, sum);
    }
  }
  return [...rows.values()].sort((a, b) => byName(by)(a, b) || a.currency.localeCompare(b.currency));
}

/** All rows of a currency together. */
export function moneyTotals(rows: MoneyRow[]): MoneyRow[] {
  const totals = new Map<string, MoneyRow>();
  for (const row of rows) {
    if (!totals.has(row.currency)) totals.set(row.currency, empty("", row.currency));
    add(totals.get(row.currency)!, row);
  }
  return [...totals.values()].sort((a, b) => a.currency.localeCompare(b.currency));
}

/** Money in = money out + what the house has won. */
export const balances = (row: MoneyRow): boolean => row.taken === row.paidBack + row.refunded + row.house;
