// Figures per dealer, table and shift, and the road of each position of a table.
import { useState } from "preact/hooks";
import { count } from "../model/format.ts";
import { faultsByCode, statistics, type GroupBy } from "../model/statistics.ts";
import { clockText } from "../model/table.ts";
import type { State } from "../state/store.ts";
import type { Texts } from "../text/index.ts";
import { PeriodChoice, roundsOf } from "./period.tsx";
import { Road } from "./road.tsx";

const GROUPS: GroupBy[] = ["dealer", "table", "shift"];

const share = (part: number, whole: number) => (whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : "–");

export function Statistics({ state, text }: { state: State; text: Texts }) {
  const [by, setBy] = useState<GroupBy>("dealer");
  const [table, setTable] = useState("");
  const tables = [...state.tables.keys()].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
  const chosen = state.tables.get(table) ?? state.tables.get(tables[0] ?? "");
  const records = roundsOf(state);
  const rows = statistics(records, by);
  const faults = faultsByCode(records);
  const words = text.statistics;
  return (
    <main class="statistics">
      <section class="figures">
        <PeriodChoice state={state} text={text} />
        <div class="tabs" role="tablist">
          {GROUPS.map((one) => (
            <button key={one} type="button" role="tab" aria-selected={by === one} onClick={() => setBy(one)} data-testid={`by-${one}`}>
              {words.by[one]}
            </button>
          ))}
        </div>
        <div class="scroll" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words.by[by]}</th>
                <th scope="col">{words.rounds}</th>
                <th scope="col">{words.per_hour}</th>
                <th scope="col">{words.mean}</th>
                <th scope="col">{words.voided}</th>
                <th scope="col">{words.revised}</th>
                <th scope="col">{words.faults}</th>
                <th scope="col">{words.questions}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name} data-testid={`figures-${row.name}`}>
                  <th scope="row">{row.name || "–"}</th>
                  <td>{count(row.rounds)}</td>
                  <td>{row.perHour > 0 ? row.perHour.toFixed(1) : "–"}</td>
                  <td>{row.meanMs > 0 ? clockText(row.meanMs) : "–"}</td>
                  <td>
                    {count(row.voided)} <span class="soft">{share(row.voided, row.rounds)}</span>
                  </td>
                  <td>{count(row.revised)}</td>
                  <td>{count(row.faults)}</td>
                  <td>{count(row.questions)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length === 0 && <p class="soft">{text.rounds.none}</p>}
        </div>
        {faults.length > 0 && (
          <p class="by-code" aria-label={words.faults}>
            {faults.map(([code, rounds]) => (
              <span key={code} class="chip" data-testid={`fault-${code}`}>
                {text.faults[code][0]} <b>{count(rounds)}</b>
              </span>
            ))}
          </p>
        )}
        <p class="soft">{words.of}</p>
      </section>
      <section class="figures">
        <div class="tabs" role="tablist">
          {tables.map((id) => (
            <button key={id} type="button" role="tab" aria-selected={chosen?.tableId === id} onClick={() => setTable(id)}>
              {id}
            </button>
          ))}
        </div>
        {chosen && <Road news={chosen} rounds={state.rounds.get(chosen.tableId) ?? []} most={60} text={text} />}
      </section>
    </main>
  );
}
