// A box that is asked: what it may choose, at what price. Its owner decides elsewhere; what a player says at the table is entered here.
import { useEffect, useState } from "preact/hooks";
import type { TableNews } from "../../generated/studio/v1/console_pb.ts";
import type { DecisionOption, DecisionView, Money } from "../../generated/studio/v1/types_pb.ts";
import { minorOf, money } from "../model/cards.ts";
import { handsOf } from "../model/slots.ts";
import { decisionId, decisionsOf, isPaused } from "../model/table.ts";
import { command } from "../state/actions.ts";
import { useKeys } from "../state/hooks.ts";
import { seatName, type Texts } from "../text/index.ts";
import { Face } from "./card.tsx";
import { Icon } from "./icons.tsx";

const inWords = (amount: Money) => money(amount.minor, amount.currency);

function priceWord(text: Texts, option: DecisionOption): string {
  if (option.least && option.most) return `${inWords(option.least)} – ${inWords(option.most)}`;
  return option.price && option.price.minor > 0n ? inWords(option.price) : text.deciding.free;
}

const choiceWord = (text: Texts, choice: string) => text.deciding.choices[choice] ?? choice;

interface DetailProps {
  news: TableNews;
  asked: DecisionView;
  option: DecisionOption;
  ready: boolean; // commands are taken now
  text: Texts;
  onBack: () => void;
}

/** Which cards, how much, and the last word before it counts. */
function Detail({ news, asked, option, ready, text, onBack }: DetailProps) {
  const [cards, setCards] = useState<number[]>([]);
  const [typed, setTyped] = useState("");
  const hand = handsOf(news.status!.view!).find((one) => one.seat === asked.box)?.cards ?? [];
  const places = option.mostCards > 0 ? hand.filter((card) => card.card !== "").map((card) => Number(card.slot.split(".")[1])) : [];
  const { least, most } = option;
  const amount = minorOf(typed);
  const amountGood = !least || !most || (amount !== undefined && amount >= least.minor && amount <= most.minor);
  const cardsGood = cards.length >= option.leastCards && cards.length <= option.mostCards;
  const toggle = (place: number) => setCards(cards.includes(place) ? cards.filter((one) => one !== place) : [...cards, place].sort());
  const send = () => {
    if (!ready || !amountGood || !cardsGood) return;
    void command({
      case: "makeDecision",
      value: {
        $typeName: "studio.v1.MakeDecision",
        decisionId: decisionId(news, asked.box),
        roundId: news.status!.view!.roundId,
        box: asked.box,
        choice: option.choice,
        cards,
        amount: least ? { $typeName: "studio.v1.Money", minor: amount!, currency: least.currency } : undefined,
        distributor: "",
      },
    });
  };
  useKeys({ Enter: send, Backspace: onBack, Escape: onBack, ...Object.fromEntries(places.map((place) => [String(place), () => toggle(place)])) });
  return (
    <>
      <h3>
        {choiceWord(text, option.choice)} <b class="price">{priceWord(text, option)}</b>
      </h3>
      {places.length > 0 && (
        <div class="which" role="group" aria-label={text.deciding.cards(option.leastCards, option.mostCards)}>
          <p class="soft">{text.deciding.cards(option.leastCards, option.mostCards)}</p>
          {places.map((place) => (
            <button key={place} type="button" aria-pressed={cards.includes(place)} onClick={() => toggle(place)} data-testid={`exchange-${place}`}>
              <span class="card open small">
                <Face card={hand.find((card) => card.slot.endsWith(`.${place}`))!.card} />
              </span>
              <kbd>{place}</kbd>
            </button>
          ))}
        </div>
      )}
      {least && most && (
        <label class="how-much">
          {text.deciding.amount(inWords(least), inWords(most))}
          <input inputMode="decimal" maxLength={20} autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} onKeyDown={(event) => event.key === "Enter" && send()} data-testid="amount" />
          <span class="problem" role="alert">
            {typed !== "" && !amountGood && text.deciding.amount_wrong(inWords(least), inWords(most))}
          </span>
        </label>
      )}
      <span class="gap" />
      <div class="enter">
        <button type="button" class="square" aria-label={text.buttons.back} onClick={onBack}>
          <Icon name="back" />
        </button>
        <button type="button" class="primary" disabled={!ready || !amountGood || !cardsGood} onClick={send} data-testid="decide">
          {text.deciding.enter} <kbd>{text.keys.enter}</kbd>
        </button>
      </div>
    </>
  );
}

function Question({ news, asked, ready, text }: { news: TableNews; asked: DecisionView; ready: boolean; text: Texts }) {
  const [choice, setChoice] = useState("");
  const option = asked.options.find((one) => one.choice === choice);
  const keys = asked.options.map((one, at) => [String(at + 1), () => setChoice(one.choice)] as const);
  useKeys(ready && !option ? Object.fromEntries(keys) : {});
  if (option) return <Detail news={news} asked={asked} option={option} ready={ready} text={text} onBack={() => setChoice("")} />;
  return (
    <>
      <h3>{text.deciding.title(seatName(text, asked.box))}</h3>
      {asked.options.map((one, at) => (
        <button key={one.choice} type="button" class="option" disabled={!ready} onClick={() => setChoice(one.choice)} data-testid={`choose-${one.choice}`}>
          <kbd>{at + 1}</kbd>
          <span>{choiceWord(text, one.choice)}</span>
          <b class="price">{priceWord(text, one)}</b>
        </button>
      ))}
      <span class="gap" />
      <p class="soft">{text.deciding.waits}</p>
      {asked.otherwise !== "" && <p class="soft">{text.deciding.silence(choiceWord(text, asked.otherwise))}</p>}
    </>
  );
}

export function Deciding({ news, listens, busy, text }: { news: TableNews; listens: boolean; busy: boolean; text: Texts }) {
  const all = decisionsOf(news);
  const [box, setBox] = useState("");
  const asked = all.find((one) => one.box === box) ?? all[0];
  useEffect(() => setBox(asked.box), [asked.box]);
  const decided = news.status!.view!.decided.length;
  return (
    <aside class="side deciding" data-testid="deciding">
      {all.length > 1 && (
        <div class="asked" role="tablist">
          {all.map((one) => (
            <button key={one.box} type="button" role="tab" aria-selected={one === asked} onClick={() => setBox(one.box)}>
              {seatName(text, one.box)}
            </button>
          ))}
        </div>
      )}
      <Question key={`${asked.box} ${decided}`} news={news} asked={asked} ready={listens && !busy && !isPaused(news)} text={text} />
    </aside>
  );
}
