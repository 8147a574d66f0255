// The big line and what stands under it, in the dealer's language.
import { Act, type ExpectedAct } from "../../generated/studio/v1/types_pb.ts";
import type { TableNews } from "../../generated/studio/v1/console_pb.ts";
import { slotRef } from "../model/slots.ts";
import { cardsToClear, firstAct, isLastOfShoe, isPaused } from "../model/table.ts";
import { placeName, seatName, type Texts } from "../text/index.ts";

function ofAct(text: Texts, news: TableNews, act: ExpectedAct): string {
  const { seat, index } = slotRef(act.slot ?? "");
  switch (act.act) {
    case Act.OPEN_TABLE:
      return text.prompt.open_table;
    case Act.START_SHOE:
      return text.prompt.start_shoe;
    case Act.TURN_BURN_CARD:
      return text.prompt.turn_burn;
    case Act.BURN_CARD:
      return text.prompt.burn;
    case Act.CLEAR_SLOT: {
      const cards = cardsToClear(news);
      return cards > 1 ? text.prompt.clear(cards) : text.prompt.clear_slot(placeName(text, act.slot ?? ""));
    }
    case Act.START_ROUND:
      return text.prompt.start_round;
    case Act.DEAL_CARD:
      return text.prompt.deal(seatName(text, seat), index);
    case Act.DEAL_OPEN:
      return text.prompt.deal_open(seatName(text, seat), index);
    case Act.SWAP_CARDS:
      return text.prompt.swap(placeName(text, act.slot ?? ""), placeName(text, act.other ?? ""));
    case Act.DECIDE:
      return text.prompt.decide(seatName(text, act.box ?? ""));
    case Act.WAIT_BETTING:
      return text.prompt.wait_betting;
    case Act.TURN_CARD:
      return text.prompt.turn(seatName(text, seat), index);
    case Act.CONFIRM_RESULT:
      return text.prompt.confirm;
    case Act.RESUME:
      return text.prompt.resume;
    case Act.RESOLVE_FAULT:
      return act.fault ? text.faults[act.fault][0] : text.fault.title;
    default:
      return act.prompt || text.prompt.nothing; // an act that is newer than this page, in the studio's own words
  }
}

export function bigLine(text: Texts, news: TableNews): string {
  const act = firstAct(news);
  return act ? ofAct(text, news, act) : text.prompt.connecting;
}

/** Why, or what stands beside it. */
export function smallLine(text: Texts, news: TableNews): string {
  const status = news.status;
  if (!status) return "";
  const act = firstAct(news);
  if (act?.act === Act.RESOLVE_FAULT && act.fault) {
    const place = act.slot ? `${placeName(text, act.slot)} · ` : "";
    return place + text.faults[act.fault][1];
  }
  if (isPaused(news)) return pauseReason(text, status.pauseReason);
  const last = isLastOfShoe(news) ? ` · ${text.table.last_of_shoe}` : "";
  return (text.phase[status.phase] ?? "") + last;
}

/** A pause's reason is a fault's code, a word of ours, or what somebody wrote. */
export function pauseReason(text: Texts, reason: string): string {
  if (reason === "dealer") return text.pause.dealer;
  if (reason === "supervisor") return text.pause.supervisor;
  return reason;
}
