import { command } from "../../state/actions.ts";
import type { Texts } from "../../text/index.ts";
import { closeDialog, Dialog } from "./dialog.tsx";

export function CloseDialog({ text }: { text: Texts }) {
  const close = async () => {
    if ((await command({ case: "closeTable", value: {} as never })) === true) closeDialog();
  };
  return (
    <Dialog title={text.closing.title} text={text}>
      <p class="advice">{text.closing.text}</p>
      <footer>
        <button type="button" class="quiet" onClick={closeDialog}>
          {text.buttons.cancel}
        </button>
        <button type="button" class="primary" onClick={() => void close()}>
          {text.buttons.close}
        </button>
      </footer>
    </Dialog>
  );
}
