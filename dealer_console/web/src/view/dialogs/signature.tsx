// The second person, on the same dialogue: a badge, or name and password. Nothing of it is kept.
import { useEffect, useRef, useState } from "preact/hooks";
import { SignInFailure, type SignInRefused } from "../../../generated/studio/v1/console_pb.ts";
import { isSigned, type Signature } from "../../state/actions.ts";
import type { Texts } from "../../text/index.ts";

export function signatureProblem(text: Texts, refused: SignInRefused): string {
  switch (refused.failure) {
    case SignInFailure.LOCKED:
      return text.sign.locked(Math.ceil(Number(refused.waitMs) / 1000));
    case SignInFailure.ROLE:
      return text.sign.role;
    case SignInFailure.SAME:
      return text.sign.same;
    default:
      return text.sign.wrong;
  }
}

interface Props {
  text: Texts;
  title: string;
  signature: Signature;
  problem: string;
  onChange: (signature: Signature) => void;
  onEnter: () => void; // a badge reader ends its number with Enter
}

export function SignatureFields({ text, title, signature, problem, onChange, onEnter }: Props) {
  const [typed, setTyped] = useState(false);
  const badge = useRef<HTMLInputElement>(null);
  // Also when they come after a choice: a reader's digits are for the badge, not for the choices.
  useEffect(() => badge.current?.focus(), []);
  const change = (part: Partial<Signature>) => onChange({ ...signature, ...part });
  const enter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (isSigned(signature)) onEnter();
  };
  return (
    <fieldset class="signature">
      <legend>{title}</legend>
      <label>
        {text.sign.badge}
        <input type="password" maxLength={128} autocomplete="off" inputMode="numeric" data-first ref={badge} data-testid="second-badge" value={signature.badge} onInput={(event) => change({ badge: event.currentTarget.value.trim() })} onKeyDown={enter} />
      </label>
      {typed ? (
        <>
          <label>
            {text.sign.name}
            <input maxLength={64} autocomplete="off" autocapitalize="none" spellcheck={false} data-testid="second-name" value={signature.name} onInput={(event) => change({ name: event.currentTarget.value.trim() })} onKeyDown={enter} />
          </label>
          <label>
            {text.sign.password}
            <input type="password" maxLength={128} autocomplete="off" data-testid="second-password" value={signature.password} onInput={(event) => change({ password: event.currentTarget.value })} onKeyDown={enter} />
          </label>
        </>
      ) : (
        <button type="button" class="quiet" onClick={() => setTyped(true)} data-testid="second-typed">
          {text.sign.name} + {text.sign.password}
        </button>
      )}
      <p class="problem" role="alert">
        {problem}
      </p>
    </fieldset>
  );
}
