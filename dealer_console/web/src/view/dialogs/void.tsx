// A void: why, who signs beside, and a button that is far from every other and held for a second.
import { useEffect, useRef, useState } from "preact/hooks";
import { PersonRole, type TableNews } from "../../../generated/studio/v1/console_pb.ts";
import { confirmed } from "../../model/table.ts";
import { isSigned } from "../../state/actions.ts";
import { useKeys } from "../../state/hooks.ts";
import type { State } from "../../state/store.ts";
import type { Texts } from "../../text/index.ts";
import { Choice, Dialog } from "./dialog.tsx";
import { SignatureFields } from "./signature.tsx";
import { useSigned } from "./use_signed.ts";

const HELD = 1000; // ms

/** Acts only after a whole second of holding; letting go early does nothing. */
export function HoldButton({ label, holding, disabled, onHeld }: { label: string; holding: string; disabled: boolean; onHeld: () => void }) {
  const [held, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const start = () => {
    if (disabled || held) return;
    setHeld(true);
    timer.current = setTimeout(() => {
      setHeld(false);
      onHeld();
    }, HELD);
  };
  const stop = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  useEffect(() => stop, []);
  const key = (event: KeyboardEvent, what: () => void) => {
    if (event.code !== "Enter" && event.code !== "NumpadEnter" && event.code !== "Space") return;
    event.preventDefault();
    if (!event.repeat) what();
  };
  return (
    <button type="button" class={`hold ${held ? "held" : ""}`} disabled={disabled} onPointerDown={start} onPointerUp={stop} onPointerLeave={stop} onPointerCancel={stop} onContextMenu={(event) => event.preventDefault()} onKeyDown={(event) => key(event, start)} onKeyUp={(event) => key(event, stop)} onBlur={stop} data-testid="hold">
      <i aria-hidden="true" />
      <span>{held ? holding : label}</span>
    </button>
  );
}

/** Whether this person's void needs another one on the same dialogue, and who that is. */
export function secondNeeded(state: State, news: TableNews, text: Texts): string {
  if (state.person?.role === PersonRole.DEALER) return text.sign.supervisor;
  return confirmed(news) ? text.sign.manager : "";
}

export function VoidDialog({ state, news, text }: { state: State; news: TableNews; text: Texts }) {
  const [reason, setReason] = useState("");
  const signed = useSigned(text);
  const needed = secondNeeded(state, news, text);
  const ready = reason !== "" && (needed === "" || isSigned(signed.signature));
  const send = () => void signed.send({ case: "voidRound", value: { $typeName: "studio.v1.VoidRound", reason, authorisedBy: "" } });
  useKeys(Object.fromEntries(text.voiding.reasons.map((one, at) => [String(at + 1), () => setReason(one)])));
  return (
    <Dialog title={text.voiding.title} tone="bad" text={text}>
      <div class="void">
        <p class="warning">{text.voiding.warning}</p>
        <div class="choices">
          {text.voiding.reasons.map((one, at) => (
            <Choice key={one} number={at + 1} label={one} chosen={reason === one} onChoose={() => setReason(one)} />
          ))}
        </div>
        {needed !== "" && <SignatureFields text={text} title={needed} signature={signed.signature} problem={signed.problem} onChange={signed.change} onEnter={() => undefined} />}
      </div>
      <footer>
        <HoldButton label={text.voiding.hold} holding={text.voiding.holding} disabled={!ready} onHeld={send} />
      </footer>
    </Dialog>
  );
}
