// What a screen says about a table: all of it follows from the last news. No clock, no socket, no document.
import { Act, FaultCode, Phase, Severity, TableState } from "../../generated/studio/v1/types_pb.ts";
import type { DecisionView, ExpectedAct, FaultRaised } from "../../generated/studio/v1/types_pb.ts";
import { FeedHealth, type TableNews } from "../../generated/studio/v1/console_pb.ts";

/** A button that ends the present wait; `physical` when hands have to do it. */
export type Primary = "open" | "start_shoe" | "start_round" | "confirm" | "resume" | "fault" | "physical" | "wait";

export type Light = "good" | "warn" | "bad";

const CAMERA_FAULTS = [FaultCode.CAMERA_LOST, FaultCode.CAMERA_FROZEN, FaultCode.CAMERA_DARK, FaultCode.CAMERA_MOVED];
const READING_FAULTS = [FaultCode.RECOGNITION_POOR, FaultCode.UNREADABLE, FaultCode.CARD_CHANGED, FaultCode.DUPLICATE_CARD, FaultCode.SOURCES_DISAGREE];

export function acts(news: TableNews): ExpectedAct[] {
  return news.status?.acts ?? [];
}

/** The act that the big line speaks of. Clearing the table is one act, however many cards lie there. */
export function firstAct(news: TableNews): ExpectedAct | undefined {
  const all = acts(news);
  if (news.status?.state === TableState.PAUSED) return all.find((one) => one.act === Act.RESOLVE_FAULT) ?? all.find((one) => one.act === Act.RESUME) ?? all[0];
  // A warning does not stand before the next card; a fault that pauses does.
  const urgent = all.find((one) => one.act === Act.RESOLVE_FAULT && severityOf(news, one.fault) === Severity.ERROR);
  return urgent ?? all.find((one) => one.act !== Act.RESOLVE_FAULT) ?? all[0];
}

export function severityOf(news: TableNews, code: FaultCode | undefined): Severity {
  return news.status?.faults.find((fault) => fault.code === code)?.severity ?? Severity.UNSPECIFIED;
}

export function primaryOf(news: TableNews): Primary {
  const act = firstAct(news);
  if (!act) return "wait";
  switch (act.act) {
    case Act.OPEN_TABLE:
      return "open";
    case Act.START_SHOE:
      return "start_shoe";
    case Act.START_ROUND:
      return "start_round";
    case Act.CONFIRM_RESULT:
      return "confirm";
    case Act.RESUME:
      return "resume";
    case Act.RESOLVE_FAULT:
      return "fault";
    case Act.WAIT_BETTING:
    case Act.DECIDE:
      return "wait";
    default:
      return "physical";
  }
}

/** A button that may be pressed although the big line still speaks of hands: the cards may be taken away after the round has started. */
export function secondaryOf(news: TableNews): Primary | undefined {
  if (primaryOf(news) !== "physical" || firstAct(news)?.act !== Act.CLEAR_SLOT) return undefined;
  const button = acts(news).find((one) => one.act === Act.START_ROUND || one.act === Act.START_SHOE);
  if (!button) return undefined;
  return button.act === Act.START_ROUND ? "start_round" : "start_shoe";
}

/** The slots that are lit: what is to be done next. */
export function litSlots(news: TableNews): Set<string> {
  const first = firstAct(news);
  const lit = new Set<string>();
  if (!first) return lit;
  if (first.act === Act.CLEAR_SLOT) {
    for (const act of acts(news)) if (act.act === Act.CLEAR_SLOT && act.slot) lit.add(act.slot);
  } else {
    if (first.slot) lit.add(first.slot);
    if (first.other) lit.add(first.other);
  }
  return lit;
}

/** Places that the acts speak of, so that a table is drawn before any camera has spoken. */
export function namedSlots(news: TableNews): string[] {
  return acts(news).flatMap((act) => (act.slot ? [act.slot] : []));
}

export function cardsToClear(news: TableNews): number {
  return acts(news).filter((act) => act.act === Act.CLEAR_SLOT).length;
}

export interface Countdown {
  ms: number;
  held: boolean;
}

function countdown(closesAtNs: bigint | undefined, restNs: bigint | undefined, nowMs: number): Countdown | undefined {
  if (restNs !== undefined) return { ms: Number(restNs / 1_000_000n), held: true };
  if (closesAtNs === undefined) return undefined;
  return { ms: Math.max(0, Number(closesAtNs / 1_000_000n) - nowMs), held: false };
}

/** Betting as the ring shows it: milliseconds left, or the rest that a pause holds. */
export function bettingLeft(news: TableNews, nowMs: number): Countdown | undefined {
  const view = news.status?.view;
  return view && countdown(view.bettingClosesAtNs, view.bettingRestNs, nowMs);
}

/** The window that closes first of the boxes that are asked. */
export function decisionLeft(news: TableNews, nowMs: number): Countdown | undefined {
  const all = decisionsOf(news).flatMap((one) => countdown(one.closesAtNs, one.restNs, nowMs) ?? []);
  return all.sort((a, b) => a.ms - b.ms)[0];
}

export function decisionsOf(news: TableNews): DecisionView[] {
  return news.status?.view?.decisions ?? [];
}

/** The name of a decision entered here. The same question gives the same name, so that nothing is decided twice by two touches or two persons. */
export function decisionId(news: TableNews, box: string): string {
  const decided = news.status?.view?.decided.filter((one) => one.box === box).length ?? 0;
  return `console:${news.status?.view?.roundId}:${box}:${decided + 1}`;
}

export interface Lights {
  camera: Light;
  reading: Light;
  studio: Light;
}

export function lightsOf(news: TableNews): Lights {
  const codes = (news.status?.faults ?? []).map((fault) => fault.code);
  const reading = (news.status?.doubts.length ?? 0) > 0 || codes.some((code) => READING_FAULTS.includes(code));
  return {
    camera: codes.some((code) => CAMERA_FAULTS.includes(code)) ? "bad" : "good",
    reading: reading ? "warn" : "good",
    studio: news.feed === FeedHealth.LIVE ? "good" : news.feed === FeedHealth.SUSPENDED ? "bad" : "warn",
  };
}

/** Of a shoe; a game whose every round has a deck of its own has no last one. */
export function isLastOfShoe(news: TableNews): boolean {
  const view = news.status?.view;
  return view !== undefined && view.lastOfShoe && view.cardsTotal > 52;
}

export function isPaused(news: TableNews): boolean {
  return news.status?.state === TableState.PAUSED;
}

export function isOpen(news: TableNews): boolean {
  return news.status?.state === TableState.OPEN || isPaused(news);
}

/** A round is there that can still be voided. */
export function roundIsThere(news: TableNews): boolean {
  const phase = news.status?.phase ?? Phase.UNSPECIFIED;
  return phase >= Phase.BETTING && isOpen(news);
}

export function confirmed(news: TableNews): boolean {
  return news.status?.phase === Phase.CONFIRMED;
}

export function raisedAtMs(news: TableNews, fault: FaultRaised): number | undefined {
  const open = news.openFaults.find((one) => one.code === fault.code && one.slot === (fault.slot ?? ""));
  return open ? Number(open.raisedAtNs / 1_000_000n) : undefined;
}

/** The fault that a dialogue is about: the worst, then the oldest. */
export function worstFault(news: TableNews): FaultRaised | undefined {
  const faults = news.status?.faults ?? [];
  return faults.find((fault) => fault.severity === Severity.ERROR) ?? faults[0];
}

/** "1:05" */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
