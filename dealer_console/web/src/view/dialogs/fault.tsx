// A fault and the approved ways out of it; there are no others.
import { Ending, Severity, type FaultRaised } from "../../../generated/studio/v1/types_pb.ts";
import { PersonRole, type TableNews } from "../../../generated/studio/v1/console_pb.ts";
import { useState } from "preact/hooks";
import { acts, clockText, raisedAtMs, roundIsThere, worstFault } from "../../model/table.ts";
import { askApproval, isSigned } from "../../state/actions.ts";
import { useKeys, useNow } from "../../state/hooks.ts";
import { store, type State } from "../../state/store.ts";
import { placeName, type Texts } from "../../text/index.ts";
import { refusalText } from "../../text/refusals.ts";
import { Picture } from "../picture.tsx";
import { rescan } from "./doubt.tsx";
import { Choice, closeDialog, Dialog, NotNow } from "./dialog.tsx";
import { SignatureFields } from "./signature.tsx";
import { useSigned } from "./use_signed.ts";

const BY_ITSELF = [Ending.PRESSED, Ending.CAMERA_BACK];

interface Way {
  ending: Ending;
  why: string; // "" = the table would accept it now
}

/** The approved endings in an order of their own, the void last, so that neither their digits nor their places change while cards move. */
function waysOf(news: TableNews, fault: FaultRaised | undefined, state: State, text: Texts): Way[] {
  const act = acts(news).find((one) => one.fault === fault?.code && (one.slot ?? "") === (fault?.slot ?? ""));
  const now = (act?.endings ?? []).map((ending) => ({ ending, why: "" }));
  const later = (act?.barred ?? []).map((one) => ({ ending: one.ending, why: refusalText(state.language, text, one.clause, one.reason) }));
  const place = (way: Way) => (way.ending === Ending.VOID_ROUND ? Number.MAX_VALUE : way.ending);
  return [...now, ...later].map((way) => (BY_ITSELF.includes(way.ending) ? { ...way, why: text.fault.by_itself } : way)).sort((one, other) => place(one) - place(other));
}

export function FaultDialog({ state, news, text }: { state: State; news: TableNews; text: Texts }) {
  const now = useNow(1000);
  const [chosen, setChosen] = useState<Ending>();
  const signed = useSigned(text);
  const fault = worstFault(news);
  const dealer = state.person?.role === PersonRole.DEALER;
  const ways = waysOf(news, fault, state, text);

  const choose = (ending: Ending) => {
    if (!fault) return;
    if (ending === Ending.VOID_ROUND && roundIsThere(news)) return store.set({ dialog: { kind: "void" } });
    if (ending === Ending.MANUAL_CARD && fault.slot) {
      const known = news.status?.view?.slots.find((one) => one.slot === fault.slot)?.card;
      return store.set({ dialog: known ? { kind: "correct" } : { kind: "doubt", slot: fault.slot } });
    }
    if (ending === Ending.MANUAL_CARD) return store.set({ dialog: { kind: "correct" } });
    setChosen(ending);
    if (!dealer) void signed.send(wish(fault, ending));
  };
  useKeys(Object.fromEntries(ways.flatMap(({ ending, why }, at) => (why === "" ? [[String(at + 1), () => choose(ending)]] : []))));

  if (!fault) {
    return (
      <Dialog title={text.fault.none} text={text}>
        <p />
      </Dialog>
    );
  }
  const [title, advice] = text.faults[fault.code];
  const at = raisedAtMs(news, fault);
  const ask = async () => {
    if (chosen === undefined || !(await askApproval(wish(fault, chosen)))) return;
    store.notice("good", text.sign.asked);
    closeDialog();
  };
  const slot = fault.slot;
  return (
    <Dialog title={title} tone={fault.severity === Severity.ERROR ? "bad" : undefined} text={text} aside={at !== undefined && <time class="soft">{clockText(now - at)}</time>}>
      <div class={`faulty ${news.cameras.length > 0 ? "seen" : ""}`}>
        <p class="advice">
          {slot && <b>{placeName(text, slot)}. </b>}
          {advice}
        </p>
        <div class="choices">
          {ways.map(({ ending, why }, at) =>
            why === "" ? (
              <Choice key={ending} number={at + 1} label={text.endings[ending]} tone={ending === Ending.VOID_ROUND ? "bad" : undefined} chosen={chosen === ending} onChoose={() => choose(ending)} />
            ) : (
              <NotNow key={ending} number={at + 1} label={text.endings[ending]} why={why} />
            ),
          )}
        </div>
        {news.cameras.length > 0 && <Picture news={news} text={text} />}
      </div>
      <footer class={dealer && chosen !== undefined ? "signed" : ""}>
        {slot && ways.some((way) => way.ending === Ending.RESCAN) && (
          <button type="button" onClick={() => void rescan(text, slot)}>
            {text.buttons.rescan}
          </button>
        )}
        {dealer && chosen !== undefined && (
          <>
            <SignatureFields key={chosen} text={text} title={text.sign.supervisor} signature={signed.signature} problem={signed.problem} onChange={signed.change} onEnter={() => void signed.send(wish(fault, chosen))} />
            <button type="button" class="quiet" onClick={() => void ask()}>
              {text.sign.desk}
            </button>
            <button type="button" class="primary" disabled={!isSigned(signed.signature)} onClick={() => void signed.send(wish(fault, chosen))} data-testid="end-fault">
              {text.buttons.confirm}
            </button>
          </>
        )}
      </footer>
    </Dialog>
  );
}

function wish(fault: FaultRaised, ending: Ending) {
  return { case: "endFault", value: { $typeName: "studio.v1.EndFault", code: fault.code, ending, slot: fault.slot } } as const;
}
