// One card in its place.
import { SlotState } from "../../generated/studio/v1/observe_pb.ts";
import { faceOf } from "../model/cards.ts";
import type { Card } from "../model/slots.ts";
import { placeName, type Texts } from "../text/index.ts";
import { SuitSign } from "./icons.tsx";

export function Face({ card }: { card: string }) {
  const face = faceOf(card);
  if (!face) return null;
  return (
    <span class={`face suit-${face.suit}`}>
      <b class="rank">{face.rank}</b>
      <SuitSign suit={face.suit} />
      <i class="letter">{face.suit.toUpperCase()}</i>
    </span>
  );
}

function words(text: Texts, card: Card, lit: boolean): string {
  const place = placeName(text, card.slot);
  const next = lit ? ` (${text.table.next})` : "";
  if (card.card) return `${place}: ${card.card}${next}`;
  if (card.state === SlotState.DOUBTFUL) return `${place}: ${text.table.unreadable}${next}`;
  if (card.state === SlotState.EMPTY || card.state === SlotState.UNSPECIFIED) return `${place}: ${text.table.empty}${next}`;
  return `${place}: ${text.table.face_down}${next}`;
}

export function CardPlace({ card, lit, text, doubtful }: { card: Card; lit: boolean; text: Texts; doubtful: boolean }) {
  let kind = "empty";
  if (card.card) kind = "open";
  else if (doubtful || card.state === SlotState.DOUBTFUL) kind = "doubt";
  else if (card.state === SlotState.CUT_CARD) kind = "cutcard";
  else if (card.state === SlotState.FACE_DOWN || card.state === SlotState.FACE_UP) kind = "down";
  return (
    <span class={`card ${kind} ${lit ? "lit" : ""}`} role="img" aria-label={words(text, card, lit)} data-slot={card.slot} data-card={card.card}>
      {kind === "open" && <Face card={card.card} />}
      {kind === "doubt" && <b class="question">?</b>}
    </span>
  );
}
