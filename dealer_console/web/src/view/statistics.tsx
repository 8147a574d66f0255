// Figures per dealer, table and shift, and the road of each position of a table.
import { useState } from "preact/hooks";
import type { RoundRecord } from "../../generated/studio/v1/console_pb.ts";
import { count } from "../model/format.ts";
import { seesMoney } from "../model/money.ts";
import { faultsByCode, statistics, type Figures, type GroupBy } from "../model/statistics.ts";
import { clockText } from "../model/table.ts";
import type { State } from "../state/store.ts";
import type { Texts } from "../text/index.ts";
import { MoneyTable } from "./money.tsx";
import { PeriodChoice, roundsOf } from "./period.tsx";
import { Road } from "./road.tsx";

const GROUPS: GroupBy[] = ["dealer", "table", "shift"];

const share = (part: number, whole: number) => (whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : "–");

function FiguresTable({ rows, by, text }: { rows: Figures[]; by: GroupBy; text: Texts }) {
  const words = text.statistics;
  return (
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
  );
}

/** How many rounds, and what went wrong in them. */
function Work({ records, by, text }: { records: RoundRecord[]; by: GroupBy; text: Texts }) {
  const faults = faultsByCode(records);
  return (
    <>
      <FiguresTable rows={statistics(records, by)} by={by} text={text} />
      {faults.length > 0 && (
        <p class="by-code" aria-label={text.statistics.faults}>
          {faults.map(([code, rounds]) => (
            <span key={code} class="chip" data-testid={`fault-${code}`}>
              {text.faults[code][0]} <b>{count(rounds)}</b>
            </span>
          ))}
        </p>
      )}
      <p class="soft">{text.statistics.of}</p>
    </>
  );
}

function Roads({ state, text }: { state: State; text: Texts }) {
  const [table, setTable] = useState("");
  const tables = [...state.tables.keys()].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
  const chosen = state.tables.get(table) ?? state.tables.get(tables[0] ?? "");
  return (
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
  );
}

interface TabsFacts<Word extends string> {
  of: readonly Word[];
  chosen: Word;
  choose: (word: Word) => void;
  words: Record<Word, string>;
  name: string;
}

function Tabs<Word extends string>({ of, chosen, choose, words, name }: TabsFacts<Word>) {
  return (
    <div class="tabs" role="tablist">
      {of.map((one) => (
        <button key={one} type="button" role="tab" aria-selected={chosen === one} onClick={() => choose(one)} data-testid={`${name}-${one}`}>
          {words[one]}
        </button>
      ))}
    </div>
  );
}

const ABOUT = ["rounds", "money"] as const;

export function Statistics({ state, text }: { state: State; text: Texts }) {
  const [by, setBy] = useState<GroupBy>("dealer");
  const [about, setAbout] = useState<(typeof ABOUT)[number]>("rounds");
  const ofMoney = about === "money" && seesMoney(state.person);
  return (
    <main class={`statistics ${ofMoney ? "wide" : ""}`}>
      <section class="figures">
        <PeriodChoice state={state} text={text} />
        <div class="apart">
          {seesMoney(state.person) && <Tabs of={ABOUT} chosen={about} choose={setAbout} words={text.money.about} name="about" />}
          <Tabs of={GROUPS} chosen={by} choose={setBy} words={text.statistics.by} name="by" />
        </div>
        {ofMoney ? <MoneyTable state={state} by={by} text={text} /> : <Work records={roundsOf(state)} by={by} text={text} />}
      </section>
      {!ofMoney && <Roads state={state} text={text} />}
    </main>
  );
}
