import type { ComponentChildren } from "preact";
import { PersonRole } from "../../generated/studio/v1/console_pb.ts";
import { link } from "../state/link.ts";
import type { State } from "../state/store.ts";
import type { Texts } from "../text/index.ts";
import type { Light } from "../model/table.ts";
import { Icon } from "./icons.tsx";
import { LanguageChoice } from "./language.tsx";

export function roleName(text: Texts, role: PersonRole): string {
  switch (role) {
    case PersonRole.SUPERVISOR:
      return text.roles.supervisor;
    case PersonRole.MANAGER:
      return text.roles.manager;
    case PersonRole.AUDITOR:
      return text.roles.auditor;
    default:
      return text.roles.dealer;
  }
}

/** Shape as well as colour: a disc is well, a triangle wants a look, a cross is bad. */
export function HealthLight({ light, label }: { light: Light; label: string }) {
  return (
    <span class={`light ${light}`} role="img" aria-label={`${label}: ${light}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {light === "good" && <circle cx="8" cy="8" r="6" />}
        {light === "warn" && <path d="M8 1.500 15.500 14.500H.5z" />}
        {light === "bad" && <path d="M3.500 1.500 8 6l4.500-4.500 2 2L10 8l4.500 4.500-2 2L8 10l-4.500 4.500-2-2L6 8 1.500 3.500z" />}
      </svg>
      {label}
    </span>
  );
}

export function TopBar({ state, text, children }: { state: State; text: Texts; children: ComponentChildren }) {
  const person = state.person;
  return (
    <header class="top">
      {children}
      <details class="menu">
        <summary>
          <b>{person?.name}</b>
          <span class="soft">{person && roleName(text, person.role)}</span>
        </summary>
        <div class="menu-sheet">
          <LanguageChoice language={state.language} />
          <button type="button" onClick={() => void link.signOut()}>
            <Icon name="out" /> {text.signIn.out}
          </button>
        </div>
      </details>
    </header>
  );
}
