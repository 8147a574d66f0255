// The languages of the console, chosen by the person, kept by the browser.
import { slotRef, seatKind } from "../model/slots.ts";
import { en, type Texts } from "./en.ts";
import { ru } from "./ru.ts";
import { th } from "./th.ts";
import { zh } from "./zh.ts";

export type Language = "en" | "ru" | "th" | "zh";
export type { Texts };

export const LANGUAGES: Record<Language, Texts> = { en, ru, th, zh };

export const texts = (language: Language): Texts => LANGUAGES[language];

const KEPT = "language";

export function storedLanguage(): Language {
  const kept = localStorage.getItem(KEPT) ?? navigator.language.slice(0, 2);
  return kept in LANGUAGES ? (kept as Language) : "en";
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(KEPT, language);
}

/** "Player 3" */
export function seatName(text: Texts, seat: string): string {
  const number = Number(seat.replace(/\D/g, ""));
  switch (seatKind(seat)) {
    case "player":
      return text.seats.player(number);
    case "box":
      return text.seats.box(number);
    case "banker":
      return text.seats.banker;
    case "dealer":
      return text.seats.dealer;
    case "burn":
      return text.seats.burn;
    case "cut":
      return text.seats.cut;
    case "discard":
      return text.seats.discard;
  }
}

/** "Player 3, 1" */
export function placeName(text: Texts, slot: string): string {
  const { seat, index } = slotRef(slot);
  return index ? `${seatName(text, seat)} · ${index}` : seatName(text, seat);
}
