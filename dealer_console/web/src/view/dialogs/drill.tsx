// What a trainee has handled in this drill, the last first.
import { pointsOf, scoreOf } from "../../model/drill.ts";
import { clockText } from "../../model/table.ts";
import type { State } from "../../state/store.ts";
import { placeName, type Texts } from "../../text/index.ts";
import { Dialog } from "./dialog.tsx";

export function DrillDialog({ state, text }: { state: State; text: Texts }) {
  const words = text.drill;
  return (
    <Dialog title={words.title} text={text} aside={<b class="worth points">{words.score(scoreOf(state.handled))}</b>}>
      <div class="figures">
        <p class="soft">{words.rule}</p>
        <div class="scroll" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words.fault}</th>
                <th scope="col">{words.time}</th>
                <th scope="col">{words.refused}</th>
                <th scope="col">{words.points}</th>
              </tr>
            </thead>
            <tbody>
              {[...state.handled].reverse().map((one, at) => (
                <tr key={state.handled.length - at}>
                  <th scope="row">
                    {text.faults[one.code][0]} {one.slot && <span class="soft">{placeName(text, one.slot)}</span>}
                  </th>
                  <td>{clockText(one.ms)}</td>
                  <td>{one.refusals}</td>
                  <td>{pointsOf(one)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {state.handled.length === 0 && <p class="soft">{words.none}</p>}
        </div>
      </div>
    </Dialog>
  );
}
