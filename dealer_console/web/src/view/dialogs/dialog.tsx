import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { store } from "../../state/store.ts";
import type { Texts } from "../../text/index.ts";
import { Icon } from "../icons.tsx";

export function closeDialog(): void {
  store.set({ dialog: { kind: "none" } });
}

/** Lies over the table and leaves the big line and the row of buttons free: pause stays within reach. */
export function Dialog({ title, tone, text, children, aside }: { title: string; tone?: "bad"; text: Texts; children: ComponentChildren; aside?: ComponentChildren }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // A keyboard reader writes into the field of the badge where there is one.
    (box.current?.querySelector<HTMLElement>("[data-first]") ?? box.current)?.focus();
  }, []);
  return (
    <section class={`dialog ${tone ?? ""}`} role="dialog" aria-labelledby="dialog-title" tabIndex={-1} ref={box} data-testid="dialog">
      <header>
        <h2 id="dialog-title">{title}</h2>
        {aside}
        <button type="button" class="close" onClick={closeDialog} aria-label={text.buttons.cancel}>
          <Icon name="cross" />
        </button>
      </header>
      {children}
    </section>
  );
}

/** An answer that would be refused now: no button, but why not. */
export function NotNow({ number, label, why }: { number: number; label: string; why: string }) {
  return (
    <div class="choice later" data-testid="not-now">
      <kbd>{number}</kbd>
      <p>
        <b>{label}</b>
        <small>{why}</small>
      </p>
    </div>
  );
}

/** Large answers, chosen by touch or by their digit. */
export function Choice({ number, label, tone, chosen, disabled, onChoose }: { number?: number | string; label: string; tone?: "bad"; chosen?: boolean; disabled?: boolean; onChoose: () => void }) {
  return (
    <button type="button" class={`choice ${tone ?? ""}`} aria-pressed={chosen} disabled={disabled} onClick={onChoose}>
      {number !== undefined && <kbd>{number}</kbd>}
      <span>{label}</span>
    </button>
  );
}
