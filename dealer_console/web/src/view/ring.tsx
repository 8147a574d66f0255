import { bettingLeft, decisionLeft } from "../model/table.ts";
import type { TableNews } from "../../generated/studio/v1/console_pb.ts";
import { useNow } from "../state/hooks.ts";
import type { Texts } from "../text/index.ts";

const LONGEST = 15_000; // ms that a whole ring stands for; a longer countdown starts full and stays so
const ROUND = 2 * Math.PI * 44;

/** The countdown of betting or of a decision: a ring that empties, its seconds within. */
export function Ring({ news, text }: { news: TableNews; text: Texts }) {
  const now = useNow(200);
  const betting = bettingLeft(news, now);
  const left = betting ?? decisionLeft(news, now);
  const word = betting ? text.table.betting : text.deciding.window;
  if (!left) return <div class="ring none" aria-hidden="true" />;
  const share = Math.min(1, left.ms / LONGEST);
  const seconds = Math.ceil(left.ms / 1000);
  return (
    <div class={`ring ${left.held ? "held" : seconds <= 5 ? "ending" : ""}`} role="timer" aria-label={`${word}: ${seconds}`}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle class="track" cx="50" cy="50" r="44" />
        <circle class="rest" cx="50" cy="50" r="44" stroke-dasharray={`${ROUND * share} ${ROUND}`} transform="rotate(-90 50 50)" />
      </svg>
      <b>{seconds}</b>
      <span>{left.held ? text.table.held : word}</span>
    </div>
  );
}
