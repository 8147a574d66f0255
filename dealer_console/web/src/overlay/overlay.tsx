// What the players see over the picture: the countdown, the hands that are open, how they ended, and a notice while the game waits.
import { useState } from "preact/hooks";
import { Outcome, type PositionResult } from "../../generated/studio/v1/types_pb.ts";
import { handsOf, isAside, isHouse, type Hand } from "../model/slots.ts";
import { bettingLeft, clockText, decisionLeft, isPaused } from "../model/table.ts";
import { seatName, type Texts } from "../text/index.ts";
import { Face } from "../view/card.tsx";
import type { Seen } from "./follow.ts";

const LONGEST = 15_000; // ms that a whole ring stands for
const ROUND = 2 * Math.PI * 44;

function Countdown({ news, now, text }: { news: NonNullable<Seen["news"]>; now: number; text: Texts }) {
  const betting = bettingLeft(news, now);
  const left = betting ?? decisionLeft(news, now);
  if (!left || left.held) return null;
  const seconds = Math.ceil(left.ms / 1000);
  return (
    <div class={`count ${seconds <= 5 ? "ending" : ""}`} data-testid="overlay-countdown">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle class="track" cx="50" cy="50" r="44" />
        <circle class="rest" cx="50" cy="50" r="44" stroke-dasharray={`${ROUND * Math.min(1, left.ms / LONGEST)} ${ROUND}`} transform="rotate(-90 50 50)" />
      </svg>
      <b>{seconds}</b>
      <span>{betting ? text.overlay.bets : text.deciding.window}</span>
    </div>
  );
}

function ended(text: Texts, result: PositionResult | undefined): { word: string; kind: string } | undefined {
  switch (result?.outcome) {
    case Outcome.WIN:
      return { word: text.outcome.win(result.odds), kind: "win" };
    case Outcome.LOSE:
      return { word: text.outcome.lose(result.odds), kind: "lose" };
    case Outcome.TIE:
      return { word: text.outcome.tie, kind: "tie" };
    default:
      return undefined;
  }
}

function HandShown({ hand, text }: { hand: Hand; text: Texts }) {
  const end = ended(text, hand.result);
  const worth = hand.result?.points || hand.result?.combinations.join(", ");
  return (
    <section class={`hand ${isHouse(hand.kind) ? "house" : ""} ${end?.kind ?? ""}`} data-seat={hand.seat}>
      <h2>
        {seatName(text, hand.seat)} {worth && <b>{worth}</b>}
      </h2>
      <div class="cards">
        {hand.cards
          .filter((card) => card.card !== "")
          .map((card) => (
            <span key={card.slot} class="card">
              <Face card={card.card} />
            </span>
          ))}
      </div>
      {end && <p class={end.kind}>{end.word}</p>}
    </section>
  );
}

/** A pause lasts as long as it lasts: the seconds are what the house promises, then how long it has been. */
function Notice({ news, now, silent, promised, text }: Seen & { news: NonNullable<Seen["news"]>; promised: number; text: Texts }) {
  const sinceNs = news.status?.view?.sinceNs ?? 0n;
  const since = sinceNs > 0n ? now - Number(sinceNs / 1_000_000n) : 0;
  const left = promised - since;
  const bets = bettingLeft(news, now);
  const faulty = !silent && (news.status?.faults.length ?? 0) > 0;
  return (
    <div class="notice" role="status">
      {faulty && left > 0 && (
        <div class="seconds" data-testid="overlay-seconds">
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <circle class="track" cx="50" cy="50" r="44" />
            <circle class="rest" cx="50" cy="50" r="44" stroke-dasharray={`${(ROUND * left) / promised} ${ROUND}`} transform="rotate(-90 50 50)" />
          </svg>
          <b>{Math.ceil(left / 1000)}</b>
        </div>
      )}
      <div>
        <h1>{text.overlay.waits}</h1>
        <p>
          {text.overlay.stakes}
          {!silent && (!faulty || left <= 0) && ` · ${clockText(since)}`}
        </p>
        {!silent && bets?.held && <p data-testid="overlay-held">{text.overlay.held(Math.ceil(bets.ms / 1000))}</p>}
      </div>
    </div>
  );
}

/** The house's own, where it has one. */
function Logo() {
  const [there, setThere] = useState(true);
  return there ? <img class="logo" src="/logo" alt="" data-testid="overlay-logo" onError={() => setThere(false)} /> : null;
}

export function Overlay({ news, now, silent, promised, text }: Seen & { promised: number; text: Texts }) {
  const view = news?.status?.view;
  if (!news || !view) return null;
  const hands = handsOf(view).filter((hand) => !isAside(hand.kind) && hand.cards.some((card) => card.card !== ""));
  const waits = silent || isPaused(news);
  return (
    <>
      <Logo />
      <Countdown news={news} now={now} text={text} />
      <div class="hands">
        {hands.map((hand) => (
          <HandShown key={hand.seat} hand={hand} text={text} />
        ))}
      </div>
      {waits && <Notice news={news} now={now} silent={silent} promised={promised} text={text} />}
    </>
  );
}
