// What the trainees of a table have handled in this drill, the last first.
import type { DrillScore, TableNews } from "../../../generated/studio/v1/console_pb.ts";
import { openMs, pointsOf } from "../../model/drill.ts";
import { clockText } from "../../model/table.ts";
import { placeName, type Texts } from "../../text/index.ts";
import { Dialog } from "./dialog.tsx";

export function DrillDialog({ score, news, text }: { score: DrillScore | undefined; news: TableNews; text: Texts }) {
  const words = text.drill;
  const several = (score?.trainees.length ?? 0) > 1;
  return (
    <Dialog title={words.title} text={text} aside={<b class="worth points">{words.score(pointsOf(score, news.status?.view?.dealer))}</b>}>
      <div class="figures">
        <p class="soft">{words.rule}</p>
        {several && (
          <p class="trainees">
            {score?.trainees.map((one) => (
              <span key={one.name} class="chip">
                {one.name} <b>{words.score(one.points)}</b> · {words.faults(one.handled)}
              </span>
            ))}
          </p>
        )}
        <div class="scroll" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words.fault}</th>
                {several && <th scope="col">{text.table.dealer}</th>}
                <th scope="col">{words.time}</th>
                <th scope="col">{words.refused}</th>
                <th scope="col">{words.points}</th>
              </tr>
            </thead>
            <tbody>
              {[...(score?.faults ?? [])].reverse().map((one) => (
                <tr key={`${one.endedAtNs} ${one.code} ${one.slot}`} data-testid="drill-fault" data-code={one.code}>
                  <th scope="row">
                    {text.faults[one.code][0]} {one.slot && <span class="soft">{placeName(text, one.slot)}</span>}
                  </th>
                  {several && <td>{one.trainee}</td>}
                  <td>{clockText(openMs(one))}</td>
                  <td>{one.refusals}</td>
                  <td>{one.points}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {!score?.faults.length && <p class="soft">{words.none}</p>}
        </div>
      </div>
    </Dialog>
  );
}
