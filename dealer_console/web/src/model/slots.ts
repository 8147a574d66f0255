// Slots and seats by their texts: "P3.1" is the first card of Player 3.
import { SlotState } from "../../generated/studio/v1/observe_pb.ts";
import type { PositionResult, TableView } from "../../generated/studio/v1/types_pb.ts";

export type SeatKind = "player" | "banker" | "box" | "dealer" | "burn" | "cut" | "discard";

export interface SlotRef {
  seat: string; // "P3"
  index: number; // from 1; 0 where a seat has one place only
}

export interface Card {
  slot: string;
  state: SlotState;
  card: string; // "" while it is not known to everybody
}

export interface Hand {
  seat: string;
  kind: SeatKind;
  number: number;
  cards: Card[];
  result?: PositionResult; // before there is one: what the open hand is worth, without an outcome
}

export function slotRef(slot: string): SlotRef {
  const [seat, index] = slot.split(".");
  return { seat, index: index ? Number(index) : 0 };
}

export function seatKind(seat: string): SeatKind {
  if (seat === "BURN") return "burn";
  if (seat === "CUT") return "cut";
  if (seat.startsWith("DISC")) return "discard";
  switch (seat[0]) {
    case "P":
      return "player";
    case "X":
      return "box";
    case "D":
      return "dealer";
    default:
      return "banker";
  }
}

export const isHouse = (kind: SeatKind) => kind === "banker" || kind === "dealer";
export const isAside = (kind: SeatKind) => kind === "burn" || kind === "cut" || kind === "discard";

/** The hands of a table in the order in which they lie: whatever slots the game has. */
export function handsOf(view: TableView, more: string[] = []): Hand[] {
  const hands = new Map<string, Hand>();
  const add = (slot: string, state: SlotState, card: string) => {
    const { seat } = slotRef(slot);
    let hand = hands.get(seat);
    if (!hand) {
      hand = { seat, kind: seatKind(seat), number: Number(seat.replace(/\D/g, "")) || 0, cards: [] };
      hands.set(seat, hand);
    }
    if (!hand.cards.some((one) => one.slot === slot)) hand.cards.push({ slot, state, card });
  };
  for (const slot of view.slots) add(slot.slot, slot.sight, slot.card ?? "");
  for (const slot of more) add(slot, SlotState.EMPTY, "");
  for (const hand of hands.values()) hand.cards.sort((a, b) => slotRef(a.slot).index - slotRef(b.slot).index);
  for (const result of view.result.length > 0 ? view.result : view.openHands) {
    const hand = hands.get(result.position);
    if (hand) hand.result = result;
  }
  return [...hands.values()].sort((a, b) => a.number - b.number || a.seat.localeCompare(b.seat));
}
