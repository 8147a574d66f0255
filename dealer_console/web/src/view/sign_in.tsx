import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { SignInFailure, type SignInRefused } from "../../generated/studio/v1/console_pb.ts";
import { link } from "../state/link.ts";
import { store } from "../state/store.ts";
import type { Texts } from "../text/index.ts";
import { LanguageChoice } from "./language.tsx";

function refusedWord(text: Texts, refused: SignInRefused): string {
  if (refused.failure === SignInFailure.LOCKED) return text.signIn.locked(Math.ceil(Number(refused.waitMs) / 1000));
  return text.signIn.wrong;
}

export function SignIn({ text }: { text: Texts }) {
  const [problem, setProblem] = useState(store.state.dismissed ? text.signIn.ended : "");
  const [busy, setBusy] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const badge = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => badge.current!.focus(), []); // for a reader of badges, which types like a keyboard

  const enter = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem("");
    const number = badge.current!.value.trim();
    try {
      const refused = await link.signIn(number ? { badge: number } : { name: name.current!.value.trim(), password: password.current!.value });
      if (!refused) return;
      setProblem(refusedWord(text, refused));
      password.current!.value = "";
      badge.current!.value = "";
    } catch {
      setProblem(text.signIn.unreachable);
    } finally {
      setBusy(false);
    }
  };

  return (
    <main class="sign-in">
      <form onSubmit={enter} class="sheet">
        <div class="mark" aria-hidden="true">
          <i />
          <i />
        </div>
        <h1>{text.signIn.title}</h1>
        <p class="soft">{text.signIn.hint}</p>
        <label>
          {text.signIn.badge}
          <input ref={badge} name="badge" type="password" maxLength={128} autocomplete="off" inputMode="numeric" />
        </label>
        <div class="pair-of-fields">
          <label>
            {text.signIn.name}
            <input ref={name} name="name" maxLength={64} autocomplete="username" autocapitalize="none" spellcheck={false} />
          </label>
          <label>
            {text.signIn.password}
            <input ref={password} name="password" type="password" maxLength={128} autocomplete="current-password" />
          </label>
        </div>
        <p class="problem" role="alert">
          {problem}
        </p>
        <button class="primary" type="submit" disabled={busy}>
          {text.signIn.enter}
        </button>
      </form>
      <LanguageChoice language={store.state.language} />
    </main>
  );
}
