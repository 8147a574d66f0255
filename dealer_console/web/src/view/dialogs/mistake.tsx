import { useState } from "preact/hooks";
import type { TableNews } from "../../../generated/studio/v1/console_pb.ts";
import { endingsAfter, MISTAKE_KEYS, MISTAKES, nextQuestion, questionsOf, type Answers } from "../../model/mistakes.ts";
import { handsOf, isAside } from "../../model/slots.ts";
import { namedSlots } from "../../model/table.ts";
import { command } from "../../state/actions.ts";
import { useKeys } from "../../state/hooks.ts";
import { store } from "../../state/store.ts";
import { placeName, seatName, type Texts } from "../../text/index.ts";
import { Icon } from "../icons.tsx";
import { Choice, Dialog } from "./dialog.tsx";

export function MistakeDialog({ news, text }: { news: TableNews; text: Texts }) {
  const [answers, setAnswers] = useState<Answers>({});
  const [asked, setAsked] = useState<Answers[]>([]);
  const question = nextQuestion(answers);
  const answer = (part: Answers) => {
    setAsked([...asked, answers]);
    setAnswers({ ...answers, ...part });
  };
  const back = () => {
    setAnswers(asked[asked.length - 1] ?? {});
    setAsked(asked.slice(0, -1));
  };
  const raise = async () => {
    const mistake = answers.mistake!;
    const done = await command({ case: "raiseMistake", value: { $typeName: "studio.v1.RaiseMistake", code: mistake.code, slot: answers.place } });
    if (done === true) store.set({ dialog: { kind: "fault" } });
  };
  const keys: Record<string, () => void> = {};
  if (question === "what") MISTAKES.forEach((mistake, at) => (keys[MISTAKE_KEYS[at].replace(/[A-Z]/, "Key$&")] = () => answer({ mistake })));
  if (question === "seen") Object.assign(keys, { "1": () => answer({ seen: true }), "2": () => answer({ seen: false }) });
  if (question === "raise") keys.Enter = () => void raise();
  if (asked.length > 0) keys.Backspace = back;
  const hands = handsOf(news.status!.view!, namedSlots(news)).filter((hand) => !isAside(hand.kind) || hand.kind === "burn");
  if (question === "where") hands.forEach((hand, at) => (keys[String(at + 1)] = () => answer({ place: hand.cards[hand.cards.length - 1].slot })));
  useKeys(keys);

  const titles = { what: text.wizard.what, where: text.wizard.where, seen: text.wizard.seen, raise: text.wizard.raise };
  return (
    <Dialog title={titles[question]} text={text} aside={<span class="soft">{text.wizard.step(asked.length + 1, questionsOf(answers.mistake))}</span>}>
      {question === "what" && (
        <div class="choices three">
          {MISTAKES.map((mistake, at) => (
            <Choice key={mistake.key} number={MISTAKE_KEYS[at]} label={text.mistakes[mistake.key]} onChoose={() => answer({ mistake })} />
          ))}
        </div>
      )}
      {question === "where" && (
        <div class="places">
          {hands.map((hand) => (
            <div key={hand.seat} class="place">
              <span>{seatName(text, hand.seat)}</span>
              <span>
                {hand.cards.map((card, index) => (
                  <button key={card.slot} type="button" aria-label={placeName(text, card.slot)} onClick={() => answer({ place: card.slot })} data-testid={`place-${card.slot}`}>
                    {hand.cards.length > 1 ? index + 1 : "•"}
                  </button>
                ))}
              </span>
            </div>
          ))}
        </div>
      )}
      {question === "seen" && (
        <div class="choices">
          <Choice number={1} label={text.buttons.yes} onChoose={() => answer({ seen: true })} />
          <Choice number={2} label={text.buttons.no} onChoose={() => answer({ seen: false })} />
        </div>
      )}
      {question === "raise" && (
        <div class="summary">
          <p class="advice">
            <b>{text.mistakes[answers.mistake!.key]}</b>
            {answers.place && ` · ${placeName(text, answers.place)}`}
          </p>
          <p class="soft">{text.wizard.ends}</p>
          <ul>
            {endingsAfter(answers).map((ending) => (
              <li key={ending}>{text.endings[ending]}</li>
            ))}
          </ul>
        </div>
      )}
      <footer>
        {asked.length > 0 && (
          <button type="button" class="quiet" onClick={back}>
            <Icon name="back" /> {text.buttons.back}
          </button>
        )}
        {question === "raise" && (
          <button type="button" class="primary" onClick={() => void raise()} data-testid="report">
            <Icon name="warning" /> {text.wizard.report} <kbd>{text.keys.enter}</kbd>
          </button>
        )}
      </footer>
    </Dialog>
  );
}
