// All tables: the supervisor's wall, and a dealer's choice of the table to stand at.
import { FeedHealth, PersonRole, Verdict, type Approval, type TableNews } from "../../generated/studio/v1/console_pb.ts";
import { Severity, TableState } from "../../generated/studio/v1/types_pb.ts";
import { subscribersBehind } from "../model/clients.ts";
import { pointsOf } from "../model/drill.ts";
import { bettingLeft, clockText, isPaused, lightsOf, raisedAtMs } from "../model/table.ts";
import { answerApproval } from "../state/actions.ts";
import { useNow } from "../state/hooks.ts";
import { store, type State, type Tab } from "../state/store.ts";
import { placeName, type Texts } from "../text/index.ts";
import { Clients } from "./clients.tsx";
import { Icon } from "./icons.tsx";
import { Keys } from "./keys.tsx";
import { Glimpse } from "./picture.tsx";
import { bigLine, smallLine } from "./prompt.ts";
import { People } from "./people.tsx";
import { Rounds } from "./rounds.tsx";
import { Statistics } from "./statistics.tsx";
import { HealthLight, TopBar } from "./top_bar.tsx";

const FEW = 6; // tables that still leave room for their pictures

function stateWord(text: Texts, news: TableNews): { word: string; kind: string } {
  if (news.feed === FeedHealth.SUSPENDED) return { word: text.state.silent, kind: "bad" };
  if (!news.status) return { word: text.state.recovering, kind: "soft" };
  if (isPaused(news)) return { word: text.state.paused, kind: news.status.faults.length > 0 ? "bad" : "warn" };
  if (news.status.state === TableState.CLOSED) return { word: text.state.closed, kind: "soft" };
  return { word: text.state.open, kind: "good" };
}

/** `behind`: subscribers of this table that are late; undefined where it is not told, as are the points of no drill. */
interface TileFacts {
  news: TableNews;
  now: number;
  few: boolean;
  points: number | undefined;
  behind: number | undefined;
  text: Texts;
}

function Tile({ news, now, few, points, behind, text }: TileFacts) {
  const lights = lightsOf(news);
  const { word, kind } = stateWord(text, news);
  const view = news.status?.view;
  const since = view && view.sinceNs > 0n ? clockText(now - Number(view.sinceNs / 1_000_000n)) : "";
  const betting = bettingLeft(news, now);
  return (
    <button type="button" class={`tile ${kind}`} onClick={() => store.set({ chosen: news.tableId })} data-testid={`tile-${news.tableId}`}>
      <span class="tile-head">
        <b>{news.tableId}</b>
        {points !== undefined && (
          <span class="drill-points" data-testid={`points-${news.tableId}`}>
            {text.drill.title} <b>{text.drill.score(points)}</b>
          </span>
        )}
        <span class={`chip ${kind}`}>
          {word} {since && <span class="soft">{since}</span>}
        </span>
      </span>
      {few && news.cameras.length > 0 && <Glimpse news={news} />}
      <span class="tile-line">{news.status ? bigLine(text, news) : text.prompt.connecting}</span>
      <span class="soft">{news.status ? smallLine(text, news) : ""}</span>
      {behind !== undefined && (
        <span class={behind > 0 ? "tile-behind late" : "tile-behind"} data-testid={`behind-${news.tableId}`}>
          {text.wall.behind}: <b>{behind}</b>
        </span>
      )}
      <span class="tile-foot">
        <span>{view?.roundId || "–"}</span>
        <span>{view?.dealer || "–"}</span>
        <span>{betting ? `${Math.ceil(betting.ms / 1000)} s` : ""}</span>
        <span class="tile-lights">
          <HealthLight light={lights.camera} label={text.table.camera} />
          <HealthLight light={lights.reading} label={text.table.reading} />
        </span>
      </span>
    </button>
  );
}

function Faults({ tables, now, text }: { tables: TableNews[]; now: number; text: Texts }) {
  const open = tables
    .flatMap((news) => (news.status?.faults ?? []).map((fault) => ({ news, fault, at: raisedAtMs(news, fault) ?? now })))
    .sort((a, b) => b.fault.severity - a.fault.severity || a.at - b.at);
  return (
    <section class="faults">
      <h2>
        {text.wall.faults} <span class="count">{open.length}</span>
      </h2>
      {open.length === 0 && <p class="soft">{text.wall.no_faults}</p>}
      {open.map(({ news, fault, at }) => (
        <button key={`${news.tableId} ${fault.code} ${fault.slot}`} type="button" class={`fault-row ${fault.severity === Severity.ERROR ? "bad" : "warn"}`} onClick={() => store.set({ chosen: news.tableId })}>
          <Icon name="warning" />
          <span>
            <b>
              {news.tableId} · {text.faults[fault.code][0]}
            </b>
            <span class="soft">
              {fault.slot ? `${placeName(text, fault.slot)} · ` : ""}
              {text.faults[fault.code][1]}
            </span>
          </span>
          <time>{clockText(now - at)}</time>
        </button>
      ))}
    </section>
  );
}

function wishWord(text: Texts, approval: Approval): string {
  const wish = approval.command?.command;
  if (wish?.case === "manualCard") return `${text.approvals.what.manualCard}: ${text.approvals.manual(placeName(text, wish.value.slot), wish.value.card)}`;
  return (wish?.case && text.approvals.what[wish.case]) ?? "";
}

function Approvals({ approvals, now, text }: { approvals: Approval[]; now: number; text: Texts }) {
  if (approvals.length === 0) return null;
  return (
    <section class="approvals">
      <h2>
        {text.approvals.title} <span class="count">{approvals.length}</span>
      </h2>
      {approvals.map((approval) => (
        <div key={String(approval.id)} class="approval">
          <p>
            <b>
              {approval.command?.tableId} · {wishWord(text, approval)}
            </b>
            <span class="soft">
              {approval.askedBy} · {clockText(now - Number(approval.askedAtNs / 1_000_000n))}
            </span>
          </p>
          <button type="button" class="quiet" onClick={() => void answerApproval(approval.id, Verdict.REFUSE)}>
            {text.buttons.refuse}
          </button>
          <button type="button" class="primary" onClick={() => void answerApproval(approval.id, Verdict.APPROVE)}>
            {text.buttons.approve}
          </button>
        </div>
      ))}
    </section>
  );
}

/** A manager has the people as well, and the keys; an auditor reads those. */
function tabsOf(state: State): Tab[] {
  const all: Tab[] = ["tables", "rounds", "statistics", "distributors"];
  if (state.person?.role === PersonRole.MANAGER) return [...all, "people", "keys"];
  return state.person?.role === PersonRole.AUDITOR ? [...all, "keys"] : all;
}

export function Desk({ state, text, choosing }: { state: State; text: Texts; choosing: boolean }) {
  const now = useNow(500);
  const tables = [...state.tables.values()].sort((a, b) => a.tableId.localeCompare(b.tableId, undefined, { numeric: true }));
  const tab = !choosing && tabsOf(state).includes(state.tab) ? state.tab : "tables"; // whoever was here before may have had others
  return (
    <div class="screen desk">
      <TopBar state={state} text={text}>
        {choosing ? (
          <b class="table-name">{text.wall.title}</b>
        ) : (
          <div class="tabs" role="tablist">
            {tabsOf(state).map((one) => (
              <button key={one} type="button" role="tab" aria-selected={tab === one} onClick={() => store.set({ tab: one })} data-testid={`tab-${one}`}>
                {text.buttons[one]}
              </button>
            ))}
          </div>
        )}
        <span class="gap" />
        {!choosing && (
          <button type="button" class="square" aria-label={state.sound ? text.wall.sound : text.wall.mute} aria-pressed={state.sound} onClick={() => store.set({ sound: !state.sound })}>
            <Icon name={state.sound ? "sound" : "mute"} />
          </button>
        )}
      </TopBar>
      {tab === "rounds" && <Rounds state={state} text={text} />}
      {tab === "statistics" && <Statistics state={state} text={text} />}
      {tab === "distributors" && <Clients state={state} text={text} />}
      {tab === "people" && <People state={state} text={text} />}
      {tab === "keys" && <Keys state={state} text={text} />}
      {tab === "tables" && (
        <main class={`wall ${choosing ? "alone" : ""}`}>
          <div class="tiles">
            {tables.map((news) => (
              <Tile key={news.tableId} news={news} now={now} few={tables.length <= FEW} points={state.drill ? pointsOf(state.scores.get(news.tableId), news.status?.view?.dealer) : undefined} behind={choosing ? undefined : subscribersBehind(state.clients, news.tableId)} text={text} />
            ))}
          </div>
          {!choosing && (
            <aside>
              <Approvals approvals={state.approvals} now={now} text={text} />
              <Faults tables={tables} now={now} text={text} />
            </aside>
          )}
        </main>
      )}
    </div>
  );
}
