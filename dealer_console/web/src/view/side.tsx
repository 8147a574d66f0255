// Beside the table: what the camera sees, how much is left in the shoe, how the last rounds ended.
import { useEffect, useState } from "preact/hooks";
import { Outcome, type PositionResult } from "../../generated/studio/v1/types_pb.ts";
import { RoundEnd, type RoundRecord, type TableNews } from "../../generated/studio/v1/console_pb.ts";
import { isFlush } from "../model/cards.ts";
import { seatName, type Texts } from "../text/index.ts";

const NEW_PICTURE_EVERY = 600; // ms
const SHOWN = 12; // rounds of the road map

function Picture({ news, text }: { news: TableNews; text: Texts }) {
  const [camera, setCamera] = useState(0);
  const [shot, setShot] = useState(0);
  const [bad, setBad] = useState(false);
  const cameras = news.cameras;
  useEffect(() => {
    const timer = setInterval(() => setShot((count) => count + 1), NEW_PICTURE_EVERY);
    return () => clearInterval(timer);
  }, []);
  if (cameras.length === 0) return <div class="picture none">{text.table.no_picture}</div>;
  const name = cameras[camera % cameras.length];
  return (
    <button type="button" class="picture" onClick={() => setCamera(camera + 1)} aria-label={`${text.table.camera} ${name}`}>
      <img src={`/picture/${news.tableId}/${name}?${shot}`} alt="" onError={() => setBad(true)} onLoad={() => setBad(false)} class={bad ? "old" : ""} />
      {cameras.length > 1 && <span>{name}</span>}
    </button>
  );
}

function ShoeGauge({ news, text }: { news: TableNews; text: Texts }) {
  const view = news.status?.view;
  if (!view || view.cardsTotal === 0) return <div class="gauge none">{text.table.no_shoe}</div>;
  const share = view.cardsLeft / view.cardsTotal;
  return (
    <div class={`gauge ${view.lastOfShoe ? "last" : ""}`}>
      <p>
        <b>{text.table.cards_left(view.cardsLeft)}</b>
        <span class="soft">{view.lastOfShoe ? text.table.last_of_shoe : `/ ${view.cardsTotal}`}</span>
      </p>
      <div class="bar" role="img" aria-label={text.table.cards_left(view.cardsLeft)}>
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

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

function RoadMap({ news, rounds, text }: { news: TableNews; rounds: RoundRecord[]; text: Texts }) {
  const shoe = news.status?.view?.shoeId;
  const ended = rounds.filter((round) => round.shoeId === shoe && round.end !== RoundEnd.RUNNING).slice(-SHOWN);
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

export function Side({ news, rounds, text }: { news: TableNews; rounds: RoundRecord[]; text: Texts }) {
  return (
    <aside class="side">
      <Picture news={news} text={text} />
      <ShoeGauge news={news} text={text} />
      <RoadMap news={news} rounds={rounds} text={text} />
    </aside>
  );
}
