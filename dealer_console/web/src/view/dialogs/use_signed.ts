import { useState } from "preact/hooks";
import { command, unsigned, type Command, type Signature } from "../../state/actions.ts";
import type { Texts } from "../../text/index.ts";
import { closeDialog } from "./dialog.tsx";
import { signatureProblem } from "./signature.tsx";

/** A command that a second person signs: the dialogue ends when it was carried out, and says why not otherwise. */
export function useSigned(text: Texts) {
  const [signature, setSignature] = useState<Signature>(unsigned);
  const [problem, setProblem] = useState("");
  const change = (to: Signature) => {
    setSignature(to);
    setProblem("");
  };
  const send = async (wish: Command) => {
    const done = await command(wish, signature);
    if (done === true) return closeDialog();
    if (done === false) return;
    setSignature(unsigned);
    setProblem(signatureProblem(text, done));
  };
  return { signature, problem, change, send };
}
