// How the last rounds of the shoe ended, a line for each position.
import { RoundEnd, type RoundRecord, type TableNews } from "../../generated/studio/v1/console_pb.ts";
import { Outcome, type PositionResult } from "../../generated/studio/v1/types_pb.ts";
import { isFlush } from "../model/cards.ts";
import { seatName, type Texts } from "../text/index.ts";

/** Blue disc: won; grey-red: lost; hollow grey: tie; a ring around it: flush; a yellow dot: pair. */
function Mark({ result, text }: { result: PositionResult | undefined; text: Texts }) {
  if (!result) return <svg class="mark-dot" viewBox="0 0 20 20" aria-hidden="true"><path class="void" d="M6 6l8 8M14 6l-8 8" /></svg>;
  const word = result.outcome === Outcome.WIN ? text.outcome.win(result.odds) : result.outcome === Outcome.LOSE ? text.outcome.lose(result.odds) : text.outcome.tie;
  const kind = result.outcome === Outcome.WIN ? "win" : result.outcome === Outcome.LOSE ? "lose" : "tie";
  const pair = result.hand.length === 2 && result.hand[0][0] === result.hand[1][0];
  return (
    <svg class="mark-dot" viewBox="0 0 20 20" role="img" aria-label={word}>
      {isFlush(result.hand) && <circle class="flush" cx="10" cy="10" r="9" />}
      <circle class={kind} cx="10" cy="10" r="6" />
      {kind === "lose" && <path class="half" d="M10 4a6 6 0 0 1 0 12z" />}
      {pair && <circle class="pairdot" cx="10" cy="10" r="2.600" />}
    </svg>
  );
}

export function Road({ news, rounds, most, text }: { news: TableNews; rounds: RoundRecord[]; most: number; text: Texts }) {
  const shoe = news.status?.view?.shoeId;
  const ended = rounds.filter((round) => round.shoeId === shoe && round.end !== RoundEnd.RUNNING).slice(-most);
  const seats = [...new Set(ended.flatMap((round) => round.result.filter((result) => result.outcome !== Outcome.NONE).map((result) => result.position)))].sort();
  return (
    <div class="roadmap">
      <h3>{text.table.last_rounds}</h3>
      {seats.length === 0 && <p class="soft">–</p>}
      {seats.map((seat) => (
        <p key={seat}>
          <span class="soft">{seatName(text, seat)}</span>
          <span class="marks">
            {ended.map((round) => (
              <Mark key={round.roundId} text={text} result={round.end === RoundEnd.VOIDED ? undefined : round.result.find((result) => result.position === seat)} />
            ))}
          </span>
        </p>
      ))}
    </div>
  );
}
