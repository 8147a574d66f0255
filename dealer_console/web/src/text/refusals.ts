// Why something was refused, in the reader's language. The studio and the gateway tell a clause and one English sentence; the sentence is
// known here by its words, with what differs from case to case in braces.
import { Ending, FaultCode } from "../../generated/studio/v1/types_pb.ts";
import { faceOf } from "../model/cards.ts";
import { placeName, seatName, type Language, type Texts } from "./index.ts";
import type { Told } from "./refusal_words.ts";

const COLUMN: Record<Language, number> = { en: 0, ru: 1, th: 2, zh: 3 };
const LIKE: Record<string, string> = { slot: "[A-Z]+\\d?(?:\\.\\d)?", box: "[A-Z]\\d", card: "[2-9TJQKA][shdc]", fault: "[A-Z_]+", ending: "[A-Z_]+", choice: "[A-Z_0-9]+", n: "-?\\d+", word: ".*?" };
const HOLE = /\{(\w+)\}/g;

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
const patternOf = (english: string) => new RegExp(`^${escaped(english).replace(HOLE, (_, kind: string) => `(${LIKE[kind]})`)}$`);
let known: { told: Told; pattern: RegExp; holes: string[] }[] = [];

/** Takes in the words of the refusals; until then each is told in English, as it was sent. */
export function learn(refusals: Told[]): void {
  known = refusals.map((told) => ({ told, pattern: patternOf(told[0]), holes: [...told[0].matchAll(HOLE)].map((hole) => hole[1]) }));
}

function cardName(card: string): string {
  const face = faceOf(card);
  return face ? `${face.rank}${face.sign}` : card;
}

function inWords(text: Texts, kind: string, value: string): string {
  switch (kind) {
    case "slot":
      return placeName(text, value);
    case "box":
      return seatName(text, value);
    case "card":
      return cardName(value);
    case "fault":
      return text.faults[FaultCode[value as keyof typeof FaultCode]]?.[0] ?? value;
    case "ending":
      return text.endings[Ending[value as keyof typeof Ending]] ?? value;
    case "choice":
      return text.deciding.choices[value] ?? value;
    default:
      return value;
  }
}

/** The refusal for whoever reads this language; the English sentence with its clause where nobody has put it into words. */
export function refusalText(language: Language, text: Texts, clause: string, reason: string): string {
  const sentence = reason.split("; it may ")[0]; // what it may choose stands on its buttons
  for (const { told, pattern, holes } of known) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const left = holes.map((kind, at) => ({ kind, value: inWords(text, kind, found[at + 1]) }));
    const next = (kind: string) => left.splice(left.findIndex((one) => one.kind === kind), 1)[0]?.value ?? "";
    return told[COLUMN[language]].replace(HOLE, (_, kind: string) => next(kind));
  }
  return clause === "" ? reason : `${reason} (${clause})`;
}
