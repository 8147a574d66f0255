// What was wagered and who has won it, per dealer, table or shift and per currency: for managers and auditors.
import { useEffect } from "preact/hooks";
import { amountOf, money } from "../model/cards.ts";
import { count } from "../model/format.ts";
import { balances, moneyKey, moneyRows, moneyTotals, unknownMoney, type MoneyRow } from "../model/money.ts";
import type { GroupBy } from "../model/statistics.ts";
import { askMoney } from "../state/actions.ts";
import type { State } from "../state/store.ts";
import type { Texts } from "../text/index.ts";
import { roundsOf } from "./period.tsx";

const AGAIN = 3000; // ms after an answer that did not come

function Amounts({ row }: { row: MoneyRow }) {
  return (
    <>
      <td>{row.currency}</td>
      <td>{count(row.wagers)}</td>
      <td>{amountOf(row.taken)}</td>
      <td>{amountOf(row.paidBack)}</td>
      <td>{amountOf(row.refunded)}</td>
      <td class={row.house < 0n ? "lost-money" : ""}>{amountOf(row.house)}</td>
    </>
  );
}

/** What is not, or not yet, as it should be; the calm explanation when nothing is wrong. */
function said(state: State, totals: MoneyRow[], missing: number, text: Texts): { word: string; kind: string } {
  const words = text.money;
  if (missing > 0) return { word: `${state.money.state === "failed" ? words.failed : words.asking} ${words.missing(missing)}`, kind: state.money.state === "failed" ? "problem" : "soft" };
  const wrong = totals.find((row) => !balances(row));
  if (wrong) return { word: words.unbalanced(wrong.currency), kind: "problem" };
  const open = totals.filter((row) => row.open > 0n);
  if (open.length > 0) return { word: words.open(open.map((row) => `${count(row.open)} (${money(row.openTaken, row.currency)})`).join(", ")), kind: "problem" };
  return { word: words.of, kind: "soft" };
}

export function MoneyTable({ state, by, text }: { state: State; by: GroupBy; text: Texts }) {
  const records = roundsOf(state);
  const unknown = unknownMoney(records, state.money.known);
  const asking = state.money.state === "asking";
  useEffect(() => {
    if (unknown.length === 0 || asking) return undefined;
    const timer = setTimeout(() => void askMoney(unknown), state.money.state === "failed" ? AGAIN : 0);
    return () => clearTimeout(timer);
  }, [unknown.length, unknown[0] && moneyKey(unknown[0]), state.money]);
  const rows = moneyRows(records, state.money.known, by);
  const totals = moneyTotals(rows);
  const words = text.money;
  const note = said(state, totals, unknown.length, text);
  return (
    <>
      <div class="scroll money" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.statistics.by[by]}</th>
              <th scope="col">{words.currency}</th>
              <th scope="col">{words.wagers}</th>
              <th scope="col">{words.taken}</th>
              <th scope="col">= {words.paid_back}</th>
              <th scope="col">+ {words.refunded}</th>
              <th scope="col">+ {words.house}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.name} ${row.currency}`} data-testid={`money-${row.name}-${row.currency}`}>
                <th scope="row">{row.name || "–"}</th>
                <Amounts row={row} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            {totals.map((row) => (
              <tr key={row.currency} data-testid={`money-all-${row.currency}`}>
                <th scope="row">{words.all}</th>
                <Amounts row={row} />
              </tr>
            ))}
          </tfoot>
        </table>
        {rows.length === 0 && <p class="soft">{words.none}</p>}
      </div>
      <p class={note.kind} role="status" data-testid="money-said">
        {note.word}
      </p>
    </>
  );
}
