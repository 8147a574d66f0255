// A published card was another one. After the confirmation the result is revised, by two persons.
import { useState } from "preact/hooks";
import type { TableNews } from "../../../generated/studio/v1/console_pb.ts";
import { confirmed } from "../../model/table.ts";
import { isSigned } from "../../state/actions.ts";
import type { State } from "../../state/store.ts";
import { placeName, type Texts } from "../../text/index.ts";
import { Face } from "../card.tsx";
import { CardPad } from "./card_pad.tsx";
import { Choice, Dialog } from "./dialog.tsx";
import { SignatureFields } from "./signature.tsx";
import { useSigned } from "./use_signed.ts";
import { secondNeeded } from "./void.tsx";

export function CorrectDialog({ state, news, text }: { state: State; news: TableNews; text: Texts }) {
  const known = (news.status?.view?.slots ?? []).filter((slot) => slot.card);
  const fault = news.status?.faults.find((one) => one.slot !== undefined && known.some((slot) => slot.slot === one.slot));
  const [slot, setSlot] = useState(fault?.slot ?? "");
  const [card, setCard] = useState("");
  const [reason, setReason] = useState("");
  const signed = useSigned(text);
  const needed = secondNeeded(state, news, text);
  const ready = slot !== "" && card !== "" && reason !== "" && (needed === "" || isSigned(signed.signature));
  const send = () => void (ready && signed.send({ case: "correctCard", value: { $typeName: "studio.v1.CorrectCard", slot, after: card, reason, authorisedBy: "" } }));
  return (
    <Dialog title={slot === "" ? text.correcting.which : `${placeName(text, slot)}: ${text.correcting.what}`} text={text}>
      {slot === "" ? (
        <div class="known">
          {known.map((one) => (
            <button key={one.slot} type="button" class="guess" onClick={() => setSlot(one.slot)} data-testid={`known-${one.slot}`}>
              <span class="card open">
                <Face card={one.card!} />
              </span>
              <span>{placeName(text, one.slot)}</span>
            </button>
          ))}
        </div>
      ) : (
        <div class="correcting">
          <CardPad chosen={card} onChoose={setCard} />
          <div class="choices">
            {text.correcting.reasons.map((one) => (
              <Choice key={one} label={one} chosen={reason === one} onChoose={() => setReason(one)} />
            ))}
            {confirmed(news) && <p class="warning">{text.correcting.revise}</p>}
          </div>
        </div>
      )}
      <footer class="signed">
        {slot !== "" && needed !== "" && <SignatureFields text={text} title={needed} signature={signed.signature} problem={signed.problem} onChange={signed.change} onEnter={send} />}
        {slot !== "" && (
          <button type="button" class="primary" disabled={!ready} onClick={send} data-testid="correct">
            {text.buttons.correct}
          </button>
        )}
      </footer>
    </Dialog>
  );
}
