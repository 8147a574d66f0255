// Cards as people at the table read them: rank, suit sign and suit letter, one colour a suit.

export type SuitLetter = "s" | "h" | "d" | "c";
export const SUITS: SuitLetter[] = ["s", "h", "d", "c"];
export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];

export interface Face {
  rank: string; // "10" for "T"
  suit: SuitLetter;
  sign: string;
}

const SIGNS: Record<SuitLetter, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** "Td" as a face; undefined for what is no card. */
export function faceOf(card: string): Face | undefined {
  const suit = card[1] as SuitLetter;
  if (card.length !== 2 || !RANKS.includes(card[0]) || !SUITS.includes(suit)) return undefined;
  return { rank: card[0] === "T" ? "10" : card[0], suit, sign: SIGNS[suit] };
}

export function isFlush(hand: string[]): boolean {
  return hand.length > 1 && hand.every((card) => card[1] === hand[0][1]);
}

/** Minor units as 1,234.00, the same in every language. */
export function amountOf(minor: bigint): string {
  const sign = minor < 0n ? "-" : "";
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, "0");
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${sign}${whole}.${digits.slice(-2)}`;
}

/** "1,234.00 EUR" */
export const money = (minor: bigint, currency: string): string => `${amountOf(minor)} ${currency}`;

/** What a person typed as an amount: "1,234.5", "80". Undefined for what is none. */
export function minorOf(typed: string): bigint | undefined {
  const match = /^(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(typed.trim());
  return match ? BigInt(match[1].replaceAll(",", "")) * 100n + BigInt((match[2] ?? "").padEnd(2, "0")) : undefined;
}
