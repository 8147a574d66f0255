import type { Texts } from "../text/index.ts";

/** Over everything: nothing can be pressed until the line is back. */
export function Lost({ text }: { text: Texts }) {
  return (
    <div class="lost" role="alertdialog" aria-modal="true" aria-labelledby="lost-title">
      <div class="lost-box">
        <span class="spinner" aria-hidden="true" />
        <h1 id="lost-title">{text.lost.title}</h1>
        <p>{text.lost.text}</p>
      </div>
    </div>
  );
}

/** Over one table: the gateway is there, and the studio behind it is silent. */
export function Silent({ text }: { text: Texts }) {
  return (
    <div class="silent" role="alert">
      <h2>{text.lost.silent}</h2>
      <p>{text.lost.silent_text}</p>
    </div>
  );
}
