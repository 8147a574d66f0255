// How far the studio's clients have got, as the wall and the page of distributors tell it.
import type { ClientNews } from "../../generated/studio/v1/console_pb.ts";
import { Role } from "../../generated/studio/v1/command_pb.ts";
import type { ClientAtTable, ClientInfo } from "../../generated/studio/v1/replay_pb.ts";

const LATE = 5_000_000_000n; // ns; what was sent is acknowledged within a second or two
const SHOWN_FOR = 86_400_000; // ms that a client who has gone for good is still on the page

/** Events that it has not acknowledged; undefined when nobody knows what it has. */
export function behindBy(at: ClientAtTable): bigint | undefined {
  if (!at.follows) return at.lastSeq === 0n ? 0n : undefined;
  return at.lastSeq > at.acknowledged ? at.lastSeq - at.acknowledged : 0n;
}

/** At all tables together; undefined when it is not known of one of them. */
export function behindByAll(client: ClientInfo): bigint | undefined {
  let sum = 0n;
  for (const at of client.at) {
    const behind = behindBy(at);
    if (behind === undefined) return undefined;
    sum += behind;
  }
  return sum;
}

/** ms since when it has acknowledged nothing of what it lacks; 0 when it reads on. */
export function lateFor(at: ClientAtTable, news: ClientNews): number {
  const now = news.clients?.atNs ?? 0n;
  return at.behindSinceNs > 0n && now - at.behindSinceNs > LATE ? Number((now - at.behindSinceNs) / 1_000_000n) : 0;
}

/** Distributors that are late at a table; undefined before the studio has told. */
export function subscribersBehind(news: ClientNews | undefined, tableId: string): number | undefined {
  if (!news?.clients || news.trouble !== "") return undefined;
  return news.clients.clients.filter((client) => client.at.some((at) => at.tableId === tableId && lateFor(at, news) > 0)).length;
}

export const refusals = (client: ClientInfo): bigint => client.refused.reduce((sum, one) => sum + one.count, 0n);

export const openWagers = (client: ClientInfo): number => client.at.reduce((sum, one) => sum + one.wagersOpen, 0);

export type Presence = "connected" | "gone" | "never" | "revoked";

export function presence(client: ClientInfo): Presence {
  if (client.revoked !== "") return "revoked";
  if (client.connections > 0) return "connected";
  return client.sinceNs > 0n ? "gone" : "never";
}

const DISTRIBUTORS_FIRST = (role: Role) => (role === Role.DISTRIBUTOR ? 0 : 1);
const REVOKED_LAST = (client: ClientInfo) => (client.revoked === "" ? 0 : 1);

/** Distributors first, those who were revoked last, and not for longer than a day. */
export function listed(news: ClientNews): ClientInfo[] {
  const now = Number((news.clients?.atNs ?? 0n) / 1_000_000n);
  return (news.clients?.clients ?? [])
    .filter((client) => client.revoked === "" || now - Date.parse(client.revoked) < SHOWN_FOR)
    .sort((a, b) => REVOKED_LAST(a) - REVOKED_LAST(b) || DISTRIBUTORS_FIRST(a.role) - DISTRIBUTORS_FIRST(b.role) || a.name.localeCompare(b.name));
}
