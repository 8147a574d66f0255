// Which time the rounds and figures are of: a list of kinds, and a day, shift or last day where the kind has one.
import type { RoundRecord } from "../../generated/studio/v1/console_pb.ts";
import { boundsOf, PERIODS, shiftName, SHIFTS, type Period } from "../model/period.ts";
import { choosePeriod } from "../state/actions.ts";
import type { State } from "../state/store.ts";
import type { Texts } from "../text/index.ts";

/** The rounds of the chosen time. */
export function roundsOf(state: State): RoundRecord[] {
  return state.period.kind === "live" ? [...state.rounds.values()].flat() : state.past.rounds;
}

export function PeriodChoice({ state, text }: { state: State; text: Texts }) {
  const { period, past } = state;
  const words = text.period;
  const change = (part: Partial<Period>) => void choosePeriod({ ...period, ...part });
  const wrong = period.kind !== "live" && !boundsOf(period);
  const said = wrong ? words.wrong : past.state === "asking" ? words.asking : past.state === "failed" ? words.failed : past.cut ? words.cut : "";
  return (
    <div class="period">
      <label>
        {words.title}
        <select value={period.kind} onChange={(event) => change({ kind: event.currentTarget.value as Period["kind"] })} data-testid="period">
          {PERIODS.map((kind) => (
            <option key={kind} value={kind}>
              {words.kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      {period.kind !== "live" && (
        <label>
          {period.kind === "range" ? words.from : words.day}
          <input type="date" value={period.day} onInput={(event) => change({ day: event.currentTarget.value })} data-testid="period-day" />
        </label>
      )}
      {period.kind === "shift" && (
        <label>
          {text.statistics.by.shift}
          <select value={String(period.shift)} onChange={(event) => change({ shift: Number(event.currentTarget.value) })} data-testid="period-shift">
            {SHIFTS.map((shift) => (
              <option key={shift} value={String(shift)}>
                {shiftName(shift)}
              </option>
            ))}
          </select>
        </label>
      )}
      {period.kind === "range" && (
        <label>
          {words.until}
          <input type="date" value={period.until} onInput={(event) => change({ until: event.currentTarget.value })} data-testid="period-until" />
        </label>
      )}
      {said !== "" && (
        <p class={wrong || past.state === "failed" ? "problem" : "soft"} role="status" data-testid="period-said">
          {said}
        </p>
      )}
    </div>
  );
}
