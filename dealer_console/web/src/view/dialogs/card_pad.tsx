// Fifty-two cards, one touch: a row a suit, a column a rank. By keyboard: rank, then suit.
import { useRef } from "preact/hooks";
import { faceOf, RANKS, SUITS, type SuitLetter } from "../../model/cards.ts";
import { useKeys } from "../../state/hooks.ts";
import { SuitSign } from "../icons.tsx";

const RANK_KEYS: Record<string, string> = { KeyA: "A", KeyK: "K", KeyQ: "Q", KeyJ: "J", KeyT: "T", "0": "T", "9": "9", "8": "8", "7": "7", "6": "6", "5": "5", "4": "4", "3": "3", "2": "2", "1": "A" };
const SUIT_KEYS: Record<string, SuitLetter> = { KeyS: "s", KeyH: "h", KeyD: "d", KeyC: "c" };

export function CardPad({ chosen, onChoose }: { chosen: string; onChoose: (card: string) => void }) {
  const rank = useRef("");
  const keys: Record<string, () => void> = {};
  for (const [key, value] of Object.entries(RANK_KEYS)) keys[key] = () => (rank.current = value);
  for (const [key, value] of Object.entries(SUIT_KEYS)) keys[key] = () => rank.current && onChoose(rank.current + value);
  useKeys(keys);
  return (
    <div class="pad" role="group">
      {SUITS.map((suit) =>
        RANKS.map((one) => {
          const card = one + suit;
          return (
            <button key={card} type="button" class={`suit-${suit}`} aria-label={card} aria-pressed={chosen === card} onClick={() => onChoose(card)} data-testid={`pad-${card}`}>
              <b>{faceOf(card)!.rank}</b>
              <SuitSign suit={suit} />
            </button>
          );
        }),
      )}
    </div>
  );
}
