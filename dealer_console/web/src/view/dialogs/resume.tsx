import { askApproval, isSigned } from "../../state/actions.ts";
import { store } from "../../state/store.ts";
import type { Texts } from "../../text/index.ts";
import { Icon } from "../icons.tsx";
import { closeDialog, Dialog } from "./dialog.tsx";
import { SignatureFields } from "./signature.tsx";
import { useSigned } from "./use_signed.ts";

/** On a dealer's screen a supervisor signs for going on; or the question goes to the supervisors' desks. */
export function ResumeDialog({ text }: { text: Texts }) {
  const signed = useSigned(text);
  const wish = { case: "resumeTable", value: {} as never } as const;
  const go = () => void signed.send(wish);
  const ask = async () => {
    if (!(await askApproval(wish))) return;
    store.notice("good", text.sign.asked);
    closeDialog();
  };
  return (
    <Dialog title={text.resuming.title} text={text}>
      <p class="soft">{text.resuming.ready}</p>
      <SignatureFields text={text} title={text.sign.supervisor} signature={signed.signature} problem={signed.problem} onChange={signed.change} onEnter={go} />
      <footer>
        <button type="button" class="quiet" onClick={() => void ask()}>
          {text.sign.desk}
        </button>
        <button type="button" class="primary" disabled={!isSigned(signed.signature)} onClick={go} data-testid="resume-signed">
          <Icon name="play" /> {text.buttons.resume}
        </button>
      </footer>
    </Dialog>
  );
}
