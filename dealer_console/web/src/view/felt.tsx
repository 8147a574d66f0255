// The table as the camera sees it: the house above, the players below from right to left, whatever places the game has.
import { Outcome, type DecisionMade, type PositionResult } from "../../generated/studio/v1/types_pb.ts";
import type { TableNews } from "../../generated/studio/v1/console_pb.ts";
import { handsOf, isAside, isHouse, type Hand } from "../model/slots.ts";
import { litSlots, namedSlots } from "../model/table.ts";
import { seatName, type Texts } from "../text/index.ts";
import { CardPlace } from "./card.tsx";

function outcomeWord(text: Texts, result: PositionResult): { word: string; kind: string; sign: string } | undefined {
  switch (result.outcome) {
    case Outcome.WIN:
      return { word: text.outcome.win(result.odds), kind: "win", sign: "▲" };
    case Outcome.LOSE:
      return { word: text.outcome.lose(result.odds), kind: "lose", sign: "▼" };
    case Outcome.TIE:
      return { word: text.outcome.tie, kind: "tie", sign: "=" };
    default:
      return undefined;
  }
}

interface SeatProps {
  hand: Hand;
  decided: DecisionMade[]; // of this box
  asked: boolean; // it decides now
  lit: Set<string>;
  doubts: Set<string>;
  text: Texts;
}

function Seat({ hand, decided, asked, lit, doubts, text }: SeatProps) {
  const result = hand.result;
  const outcome = result && outcomeWord(text, result);
  const isLit = asked || hand.cards.some((card) => lit.has(card.slot));
  const worth = result ? result.points || result.combinations.join(", ") : "";
  const pair = result?.bets.some((bet) => bet.bet === "PAIR" && bet.outcome === Outcome.WIN);
  return (
    <section class={`seat ${hand.kind} ${outcome?.kind ?? ""} ${isLit ? "lit" : ""}`} data-seat={hand.seat}>
      <h3>
        <span>{seatName(text, hand.seat)}</span>
        {worth && <b class={`worth ${result?.points ? "points" : ""}`}>{worth}</b>}
      </h3>
      <div class={`cards ${hand.cards.length > 2 ? "fan" : ""}`} style={{ "--cards": hand.cards.length }}>
        {hand.cards.map((card) => (
          <CardPlace key={card.slot} card={card} lit={lit.has(card.slot)} doubtful={doubts.has(card.slot)} text={text} />
        ))}
      </div>
      {!isAside(hand.kind) && (
        <p class="outcome">
          {outcome && (
            <span class={`chip ${outcome.kind}`}>
              <i aria-hidden="true">{outcome.sign}</i> {outcome.word}
            </span>
          )}
          {!outcome && decided.slice(-1).map((one) => (
            <span key={one.choice} class="chip soft">
              {text.deciding.done[one.choice] ?? one.choice}
            </span>
          ))}
          {pair && <span class="chip pair">{text.outcome.pair}</span>}
        </p>
      )}
    </section>
  );
}

export function Felt({ news, text }: { news: TableNews; text: Texts }) {
  const view = news.status?.view;
  if (!view) return <div class="felt waiting">{text.prompt.connecting}</div>;
  const hands = handsOf(view, namedSlots(news));
  const lit = litSlots(news);
  const doubts = new Set((news.status?.doubts ?? []).map((doubt) => doubt.slot));
  const seat = (hand: Hand) => <Seat key={hand.seat} hand={hand} decided={view.decided.filter((one) => one.box === hand.seat)} asked={view.decisions.some((one) => one.box === hand.seat)} lit={lit} doubts={doubts} text={text} />;
  const players = hands.filter((hand) => !isHouse(hand.kind) && !isAside(hand.kind));
  return (
    <div class="felt" style={{ "--players": Math.max(1, players.length) }}>
      <div class="house">
        <div class="aside">{hands.filter((hand) => hand.kind === "burn" || hand.kind === "discard").map(seat)}</div>
        {hands.filter((hand) => isHouse(hand.kind)).map(seat)}
        <div class="aside">{hands.filter((hand) => hand.kind === "cut").map(seat)}</div>
      </div>
      <div class="players">{players.map(seat)}</div>
    </div>
  );
}
