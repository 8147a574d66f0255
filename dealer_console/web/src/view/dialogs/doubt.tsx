// A card that the camera cannot read: its picture, the best guesses, all fifty-two, or another look.
import { useEffect, useState } from "preact/hooks";
import { PersonRole, type TableNews } from "../../../generated/studio/v1/console_pb.ts";
import { askApproval, command, isSigned } from "../../state/actions.ts";
import { useKeys } from "../../state/hooks.ts";
import { store, type State } from "../../state/store.ts";
import { placeName, type Texts } from "../../text/index.ts";
import { Face } from "../card.tsx";
import { Icon } from "../icons.tsx";
import { CardPad } from "./card_pad.tsx";
import { closeDialog, Dialog } from "./dialog.tsx";
import { SignatureFields } from "./signature.tsx";
import { useSigned } from "./use_signed.ts";

const GUESSES = 2;

export async function rescan(text: Texts, slot: string): Promise<void> {
  const done = await command({ case: "rescanSlot", value: { $typeName: "studio.v1.RescanSlot", slot } });
  if (done === true) store.notice("good", `${text.buttons.rescan}: ${placeName(text, slot)}`);
}

export function DoubtDialog({ state, news, slot, text }: { state: State; news: TableNews; slot: string; text: Texts }) {
  const doubt = news.status?.doubts.find((one) => one.slot === slot);
  const [card, setCard] = useState("");
  const [pad, setPad] = useState((doubt?.guesses.length ?? 0) === 0);
  const signed = useSigned(text);
  const guesses = (doubt?.guesses ?? []).slice(0, GUESSES);
  const wish = { case: "manualCard", value: { $typeName: "studio.v1.ManualCard", slot, card, approvedBy: "" } } as const;
  const waiting = state.approvals.some((one) => one.askedBy === state.person?.name && one.command?.command.case === "manualCard" && one.command.tableId === news.tableId);
  const send = () => void (card !== "" && signed.send(wish));
  const ask = async () => {
    if (await askApproval(wish)) store.notice("good", text.sign.asked);
  };
  // The question is over when the card is known: by another look, or by the supervisor's desk.
  const known = news.status?.view?.slots.find((one) => one.slot === slot)?.card;
  useEffect(() => {
    if (known) closeDialog();
  }, [known]);
  const keys: Record<string, () => void> = { KeyR: () => void rescan(text, slot) };
  if (!pad) {
    guesses.forEach((guess, at) => (keys[String(at + 1)] = () => setCard(guess)));
    keys[String(guesses.length + 1)] = () => setPad(true);
  }
  useKeys(keys);

  return (
    <Dialog title={text.doubt.title(placeName(text, slot))} text={text}>
      <div class="doubt">
        <div class="still">{doubt?.stillSha256 ? <img src={`/still/${news.tableId}/${doubt.stillSha256}`} alt={placeName(text, slot)} /> : <span class="soft">{text.doubt.no_still}</span>}</div>
        <div class="answers">
          {!pad && (
            <>
              <p class="soft">{text.doubt.guesses}</p>
              <div class="guesses">
                {guesses.map((guess, at) => (
                  <button key={guess} type="button" class="guess" aria-pressed={card === guess} aria-label={guess} onClick={() => setCard(guess)} data-testid={`guess-${guess}`}>
                    <span class="card open">
                      <Face card={guess} />
                    </span>
                    <kbd>{at + 1}</kbd>
                  </button>
                ))}
                <button type="button" class="guess other" onClick={() => setPad(true)} data-testid="other-card">
                  {text.doubt.other}
                  <kbd>{guesses.length + 1}</kbd>
                </button>
              </div>
            </>
          )}
          {pad && <CardPad chosen={card} onChoose={setCard} />}
        </div>
      </div>
      <footer class="signed">
        <button type="button" onClick={() => void rescan(text, slot)}>
          <Icon name="scan" /> {text.buttons.rescan} <kbd>{text.keys.rescan}</kbd>
        </button>
        <SignatureFields text={text} title={state.person?.role === PersonRole.DEALER ? text.sign.supervisor : text.sign.other} signature={signed.signature} problem={signed.problem} onChange={signed.change} onEnter={send} />
        {isSigned(signed.signature) ? (
          <button type="button" class="primary" disabled={card === ""} onClick={send} data-testid="name-card">
            <Icon name="check" /> {text.buttons.confirm}
          </button>
        ) : (
          <button type="button" class="primary" disabled={card === "" || waiting} onClick={() => void ask()} data-testid="ask-desk">
            {waiting ? text.approvals.mine : text.sign.desk}
          </button>
        )}
      </footer>
    </Dialog>
  );
}
