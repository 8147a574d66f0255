// Distributors and the studio's other clients: who is connected, how far each has got, what was refused.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Role } from "../../generated/studio/v1/command_pb.ts";
import type { ClientNews } from "../../generated/studio/v1/console_pb.ts";
import type { AuthFailures, ClientAtTable, ClientInfo } from "../../generated/studio/v1/replay_pb.ts";
import { behindBy, behindByAll, lateFor, listed, openWagers, presence, refusals } from "../model/clients.ts";
import { count, dayAndTime, timeOf } from "../model/format.ts";
import { clockText } from "../model/table.ts";
import type { State } from "../state/store.ts";
import type { Texts } from "../text/index.ts";

export function keyRole(text: Texts, role: Role): string {
  switch (role) {
    case Role.DEALER:
      return text.roles.dealer;
    case Role.SUPERVISOR:
      return text.roles.supervisor;
    case Role.MANAGER:
      return text.roles.manager;
    case Role.AUDITOR:
      return text.roles.auditor;
    case Role.DISTRIBUTOR:
      return text.roles.distributor;
    default:
      return text.roles.observer;
  }
}

const TONES = { connected: "good", gone: "bad", never: "soft", revoked: "bad" };

/** Connected or gone, and for how long; who has been revoked, since which day. */
function PresenceChip({ client, news, text }: { client: ClientInfo; news: ClientNews; text: Texts }) {
  const here = presence(client);
  const since = client.sinceNs > 0n ? clockText(Number((news.clients!.atNs - client.sinceNs) / 1_000_000n)) : "";
  return (
    <span class={`chip ${TONES[here]}`}>
      {text.clients[here]} {here !== "revoked" && since}
    </span>
  );
}

function BehindBy({ client, news }: { client: ClientInfo; news: ClientNews }) {
  const behind = behindByAll(client);
  const late = client.at.some((at) => lateFor(at, news) > 0);
  return <b class={late ? "late" : ""}>{behind === undefined ? "?" : count(behind)}</b>;
}

/** A value under its column's name, which a small screen writes before it. */
function Cell({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <span class="cell">
      <span class="cell-label">{label}</span>
      {children}
    </span>
  );
}

function Row({ client, news, chosen, text, onChoose }: { client: ClientInfo; news: ClientNews; chosen: boolean; text: Texts; onChoose: () => void }) {
  const words = text.clients;
  return (
    <button type="button" class="record client" aria-pressed={chosen} onClick={onChoose} data-testid={`client-${client.name}`}>
      <span class="client-name">
        <b>{client.name}</b>
        <span class="soft">{keyRole(text, client.role)}</span>
      </span>
      <span>
        <PresenceChip client={client} news={news} text={text} />
      </span>
      <Cell label={words.behind}>
        <BehindBy client={client} news={news} />
      </Cell>
      <Cell label={words.open}>{count(openWagers(client))}</Cell>
      <Cell label={words.refused}>{count(refusals(client))}</Cell>
      <Cell label={words.failures}>
        <b class={client.failures ? "late" : ""}>{count(client.failures?.count ?? 0n)}</b>
      </Cell>
    </button>
  );
}

function Failures({ failures, text }: { failures: AuthFailures; text: Texts }) {
  return (
    <span>
      <b class="late">{count(failures.count)}</b> {failures.lastAtNs > 0n && <span class="soft">{text.clients.last(timeOf(failures.lastAtNs), failures.address)}</span>}
    </span>
  );
}

/** What it has of its own wagers there, and of the public events. */
function AtTable({ at, news, text }: { at: ClientAtTable; news: ClientNews; text: Texts }) {
  const words = text.clients;
  const late = lateFor(at, news);
  const behind = behindBy(at);
  const wagers = at.lastSeq === 0n && !at.follows ? "" : behind === undefined ? words.unknown : late > 0 ? words.late(clockText(late)) : behind === 0n ? words.up_to_date : "";
  return (
    <section class="at-table">
      <h3>{at.tableId}</h3>
      <dl>
        <dt>{words.acknowledged}</dt>
        <dd>{at.follows ? words.of(count(at.acknowledged), count(at.lastSeq)) : "–"}</dd>
        <dt>{words.behind}</dt>
        <dd class={late > 0 ? "late" : ""}>{behind === undefined ? "?" : count(behind)}</dd>
        <dt>{words.open}</dt>
        <dd>{count(at.wagersOpen)}</dd>
        <dt>{words.asked}</dt>
        <dd>{at.askedSeq > 0n ? `${count(at.askedSeq)} · ${timeOf(at.askedAtNs)}` : "–"}</dd>
      </dl>
      {wagers !== "" && <p class={late > 0 ? "late" : "soft"}>{wagers}</p>}
    </section>
  );
}

const reasonOf = (text: Texts, clause: string) => text.clients.reasons[clause] ?? text.clients.reasons[clause.split(".")[0]] ?? clause;

function Detail({ client, news, text }: { client: ClientInfo; news: ClientNews; text: Texts }) {
  const words = text.clients;
  return (
    <section class="detail" tabIndex={0} aria-label={client.name} data-testid="client-detail">
      <header>
        <h2>{client.name}</h2>
        <PresenceChip client={client} news={news} text={text} />
      </header>
      <p class="soft">
        {keyRole(text, client.role)} · {client.tables.length > 0 ? client.tables.join(", ") : text.people.all_tables}
        {client.connections > 0 && ` · ${words.connections(client.connections)} · ${client.address}`}
      </p>
      {client.at.length === 0 && <p class="soft">{words.no_position}</p>}
      {client.at.map((at) => (
        <AtTable key={at.tableId} at={at} news={news} text={text} />
      ))}
      <section class="at-table">
        <h3>{words.commands}</h3>
        {client.refused.length === 0 && <p class="soft">{words.none_refused}</p>}
        <dl>
          {client.refused.map((one) => [
            <dt key={one.clause}>
              {reasonOf(text, one.clause)} <span class="soft">{one.clause}</span>
            </dt>,
            <dd key={`${one.clause} count`}>{count(one.count)}</dd>,
          ])}
        </dl>
      </section>
      {client.failures && (
        <p>
          {words.failures}: <Failures failures={client.failures} text={text} />
        </p>
      )}
    </section>
  );
}

export function Clients({ state, text }: { state: State; text: Texts }) {
  const [chosen, setChosen] = useState("");
  const words = text.clients;
  const news = state.clients;
  if (!news) return <main class="clients soft">{text.prompt.connecting}</main>;
  const clients = listed(news);
  const client = clients.find((one) => one.name === chosen);
  return (
    <main class="rounds clients">
      <section>
        <div class="client-head soft" aria-hidden="true">
          {[words.who, words.state, words.behind, words.open, words.refused, words.failures].map((word) => (
            <span key={word}>{word}</span>
          ))}
        </div>
        <div class="list" tabIndex={0} role="group" aria-label={text.buttons.distributors}>
          {clients.length === 0 && <p class="soft">{words.none}</p>}
          {clients.map((one) => (
            <Row key={one.name} client={one} news={news} chosen={one === client} text={text} onChoose={() => setChosen(one.name)} />
          ))}
        </div>
        <footer class="strangers">
          {news.trouble !== "" && (
            <p class="problem" role="alert">
              {words.trouble(news.trouble)}
            </p>
          )}
          {news.clients?.keysAsked === false && <p>{words.no_keys}</p>}
          {news.clients?.keysAsked && (
            <p data-testid="strangers">
              {words.strangers}: {news.clients.strangers ? <Failures failures={news.clients.strangers} text={text} /> : <b>{words.no_strangers}</b>}
            </p>
          )}
          {news.clients && <p class="soft">{words.counted(dayAndTime(Number(news.clients.startedAtNs / 1_000_000n)))}</p>}
        </footer>
      </section>
      {client ? <Detail client={client} news={news} text={text} /> : <section class="detail none soft">{words.choose}</section>}
    </main>
  );
}
