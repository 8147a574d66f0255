import { bettingLeft } from "../model/table.ts";
import type { TableNews } from "../../generated/studio/v1/console_pb.ts";
import { useNow } from "../state/hooks.ts";
import type { Texts } from "../text/index.ts";

const LONGEST = 15_000; // ms that a whole ring stands for; a longer countdown starts full and stays so
const ROUND = 2 * Math.PI * 44;

/** The countdown of betting: a ring that empties, its seconds within. */
export function Ring({ news, text }: { news: TableNews; text: Texts }) {
  const left = bettingLeft(news, useNow(200));
  if (!left) return <div class="ring none" aria-hidden="true" />;
  const share = Math.min(1, left.ms / LONGEST);
  const seconds = Math.ceil(left.ms / 1000);
  return (
    <div class={`ring ${left.held ? "held" : seconds <= 5 ? "ending" : ""}`} role="timer" aria-label={`${text.table.betting}: ${seconds}`}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle class="track" cx="50" cy="50" r="44" />
        <circle class="rest" cx="50" cy="50" r="44" stroke-dasharray={`${ROUND * share} ${ROUND}`} transform="rotate(-90 50 50)" />
      </svg>
      <b>{seconds}</b>
      <span>{left.held ? text.table.held : text.table.betting}</span>
    </div>
  );
}
