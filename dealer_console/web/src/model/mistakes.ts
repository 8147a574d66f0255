// The wizard of mistakes: at most four questions, each with large answers, and an approved ending at the end. Pure.
import { Ending, FaultCode } from "../../generated/studio/v1/types_pb.ts";

/** What a dealer says has happened, and the fault that it is. */
export interface Mistake {
  key: "shown_early" | "extra" | "wrong_place" | "burn_missing" | "changed" | "floor" | "damaged" | "cleared" | "result_wrong" | "unshuffled" | "missing" | "poor";
  code: FaultCode;
  asksPlace: boolean;
  asksSeen: boolean;
  endings: Ending[];
}

const { VOID_ROUND, BACK_IN_ORDER, NEXT_BURN, OUT_OF_GAME, BURN_NOW, CONFIRM_STILLS, RESCAN, MANUAL_CARD, NEW_SHOE, ACKNOWLEDGED, CLEANED } = Ending;

// The studio has the last word on what may end a fault; a test holds this list against what it says.
export const MISTAKES: Mistake[] = [
  { key: "shown_early", code: FaultCode.CARD_EXPOSED_EARLY, asksPlace: true, asksSeen: false, endings: [VOID_ROUND] },
  { key: "extra", code: FaultCode.EXTRA_CARD, asksPlace: true, asksSeen: true, endings: [BACK_IN_ORDER, NEXT_BURN, OUT_OF_GAME, VOID_ROUND] },
  { key: "wrong_place", code: FaultCode.WRONG_POSITION, asksPlace: true, asksSeen: false, endings: [BACK_IN_ORDER, VOID_ROUND] },
  { key: "burn_missing", code: FaultCode.BURN_MISSING, asksPlace: false, asksSeen: false, endings: [BURN_NOW, CONFIRM_STILLS, VOID_ROUND] },
  { key: "changed", code: FaultCode.CARD_CHANGED, asksPlace: true, asksSeen: false, endings: [RESCAN, BACK_IN_ORDER, MANUAL_CARD, VOID_ROUND] },
  { key: "floor", code: FaultCode.CARD_ON_FLOOR, asksPlace: false, asksSeen: false, endings: [VOID_ROUND, NEW_SHOE] },
  { key: "damaged", code: FaultCode.CARD_DAMAGED, asksPlace: false, asksSeen: false, endings: [VOID_ROUND, NEW_SHOE, ACKNOWLEDGED] },
  { key: "cleared", code: FaultCode.CLEARED_TOO_EARLY, asksPlace: false, asksSeen: false, endings: [BACK_IN_ORDER, CONFIRM_STILLS, VOID_ROUND] },
  { key: "result_wrong", code: FaultCode.RESULT_WRONG, asksPlace: false, asksSeen: false, endings: [MANUAL_CARD, VOID_ROUND] },
  { key: "unshuffled", code: FaultCode.UNSHUFFLED_ORDER, asksPlace: false, asksSeen: false, endings: [NEW_SHOE] },
  { key: "missing", code: FaultCode.MISSING_CARDS, asksPlace: false, asksSeen: false, endings: [NEW_SHOE] },
  { key: "poor", code: FaultCode.RECOGNITION_POOR, asksPlace: false, asksSeen: false, endings: [CLEANED, ACKNOWLEDGED] },
];

/** The key of each, by its place in the list: there are more of them than digits. */
export const MISTAKE_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "A", "B"];

export interface Answers {
  mistake?: Mistake;
  place?: string;
  seen?: boolean;
}

export type Question = "what" | "where" | "seen" | "raise";

export function nextQuestion(answers: Answers): Question {
  if (!answers.mistake) return "what";
  if (answers.mistake.asksPlace && answers.place === undefined) return "where";
  if (answers.mistake.asksSeen && answers.seen === undefined) return "seen";
  return "raise";
}

/** How many questions this mistake asks in all, the last confirmation included. */
export function questionsOf(mistake: Mistake | undefined): number {
  if (!mistake) return 4;
  return 2 + Number(mistake.asksPlace) + Number(mistake.asksSeen);
}

/** The endings that are left after the answers: an unseen card may serve as a burn card, a seen one may not. */
export function endingsAfter(answers: Answers): Ending[] {
  const all = answers.mistake?.endings ?? [];
  if (!answers.mistake?.asksSeen || answers.seen === undefined) return all;
  const barred = answers.seen ? NEXT_BURN : OUT_OF_GAME;
  return all.filter((ending) => ending !== barred);
}
