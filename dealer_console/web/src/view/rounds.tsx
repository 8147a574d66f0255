// Past rounds: found by table, dealer or fault; each with its cards, their stills and its dossier.
import { fromBinary } from "@bufbuild/protobuf";
import { useEffect, useState } from "preact/hooks";
import { EnvelopeSchema, type Envelope } from "../../generated/studio/v1/feed_pb.ts";
import { RoundEnd, type RoundRecord } from "../../generated/studio/v1/console_pb.ts";
import { Outcome } from "../../generated/studio/v1/types_pb.ts";
import { timeOf } from "../model/format.ts";
import { dayOf } from "../model/period.ts";
import { link } from "../state/link.ts";
import type { State } from "../state/store.ts";
import { placeName, seatName, type Texts } from "../text/index.ts";
import { Face } from "./card.tsx";
import { Icon } from "./icons.tsx";
import { PeriodChoice, roundsOf } from "./period.tsx";

const SHOWN = 200;

const dated = (ns: bigint) => `${dayOf(Number(ns / 1_000_000n)).slice(5)} ${timeOf(ns).slice(0, 5)}`;

export function endWord(text: Texts, end: RoundEnd): { word: string; kind: string } {
  switch (end) {
    case RoundEnd.CONFIRMED:
      return { word: text.rounds.confirmed, kind: "good" };
    case RoundEnd.VOIDED:
      return { word: text.rounds.voided, kind: "bad" };
    case RoundEnd.REVISED:
      return { word: text.rounds.revised, kind: "warn" };
    default:
      return { word: text.rounds.running, kind: "soft" };
  }
}

interface Shown {
  slot: string;
  card: string;
  still: string;
}

/** The cards of a round as they were turned, and what was corrected later. */
function cardsOf(events: Envelope[]): Shown[] {
  const cards = new Map<string, Shown>();
  for (const { body } of events) {
    if (body.case === "cardRevealed") {
      const slot = `${body.value.position}.${body.value.index}`;
      cards.set(slot, { slot, card: body.value.card, still: body.value.stillSha256 });
    } else if (body.case === "cardCorrected") {
      const slot = `${body.value.position}.${body.value.index}`;
      const known = cards.get(slot);
      if (known) known.card = body.value.after;
    }
  }
  return [...cards.values()];
}

function Detail({ record, text }: { record: RoundRecord; text: Texts }) {
  const [events, setEvents] = useState<Envelope[]>();
  useEffect(() => {
    let wanted = true;
    setEvents(undefined);
    const value = { $typeName: "studio.v1.ReplayRequest", schema: 1, requestId: 0n, request: { case: "replay", value: { $typeName: "studio.v1.Replay", tableId: record.tableId, fromSeq: record.firstSeq, toSeq: record.lastSeq } } } as const;
    void link.ask({ case: "replay", value }).then(({ pages }) => {
      const found = pages.flatMap((page) => (page.response.case === "page" ? page.response.value.envelopes.map((bytes) => fromBinary(EnvelopeSchema, bytes)) : []));
      if (wanted) setEvents(found.filter((event) => event.roundId === record.roundId));
    });
    return () => {
      wanted = false;
    };
  }, [record.tableId, record.roundId, record.lastSeq]);
  const { word, kind } = endWord(text, record.end);
  return (
    <section class="detail">
      <header>
        <h2>
          {record.tableId} · {record.roundId}
        </h2>
        <span class={`chip ${kind}`}>{word}</span>
        <a class="button" href={`/dossier/${record.tableId}/${record.roundId}`} download>
          <Icon name="file" /> {text.rounds.dossier}
        </a>
      </header>
      <p class="soft">
        {timeOf(record.openedAtNs)} – {record.endedAtNs > 0n ? timeOf(record.endedAtNs) : "…"} · {record.dealer}
        {record.reason && ` · ${record.reason}`}
      </p>
      {record.questions > 0 && (
        <p class="soft">
          {text.statistics.questions}: {record.questions}
        </p>
      )}
      {record.faults.length > 0 && <p>{record.faults.map((code) => text.faults[code][0]).join(" · ")}</p>}
      <div class="results">
        {record.result.map((result) => (
          <p key={result.position}>
            <span>{seatName(text, result.position)}</span>
            <b>{result.points || result.combinations.join(", ")}</b>
            <span class="soft">
              {result.outcome === Outcome.WIN && text.outcome.win(result.odds)}
              {result.outcome === Outcome.LOSE && text.outcome.lose(result.odds)}
              {result.outcome === Outcome.TIE && text.outcome.tie}
            </span>
          </p>
        ))}
      </div>
      <div class="stills">
        {(events ? cardsOf(events) : []).map(({ slot, card, still }) => (
          <figure key={slot} data-testid={`still-${slot}`}>
            {still ? <img src={`/still/${record.tableId}/${still}`} alt="" loading="lazy" /> : <span class="no-still" />}
            <figcaption>
              {placeName(text, slot)}
              <span class="card open small">
                <Face card={card} />
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

export function Rounds({ state, text }: { state: State; text: Texts }) {
  const [table, setTable] = useState("");
  const [dealer, setDealer] = useState("");
  const [onlyFaults, setOnlyFaults] = useState(false);
  const [chosen, setChosen] = useState("");
  const all = [...roundsOf(state)].sort((a, b) => Number(b.openedAtNs - a.openedAtNs));
  const dealers = [...new Set(all.map((record) => record.dealer))].filter((name) => name !== "").sort();
  const found = all.filter((record) => (table === "" || record.tableId === table) && (dealer === "" || record.dealer === dealer) && (!onlyFaults || record.faults.length > 0 || record.end === RoundEnd.VOIDED || record.end === RoundEnd.REVISED)).slice(0, SHOWN);
  const record = all.find((one) => `${one.tableId} ${one.roundId}` === chosen);
  return (
    <main class="rounds">
      <section>
        <PeriodChoice state={state} text={text} />
        <div class="filters">
          <label>
            {text.rounds.table}
            <select value={table} onChange={(event) => setTable(event.currentTarget.value)}>
              <option value="">{text.rounds.all}</option>
              {[...state.tables.keys()].map((id) => (
                <option key={id}>{id}</option>
              ))}
            </select>
          </label>
          <label>
            {text.rounds.dealer}
            <select value={dealer} onChange={(event) => setDealer(event.currentTarget.value)}>
              <option value="">{text.rounds.all}</option>
              {dealers.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <button type="button" aria-pressed={onlyFaults} onClick={() => setOnlyFaults(!onlyFaults)}>
            {text.rounds.only_faults}
          </button>
        </div>
        <div class="list">
          {found.length === 0 && <p class="soft">{text.rounds.none}</p>}
          {found.map((one) => {
            const { word, kind } = endWord(text, one.end);
            const key = `${one.tableId} ${one.roundId}`;
            return (
              <button key={key} type="button" class="record" aria-pressed={key === chosen} onClick={() => setChosen(key)} data-testid={`round-${one.roundId}`}>
                <span>{state.period.kind === "live" ? timeOf(one.openedAtNs) : dated(one.openedAtNs)}</span>
                <b>
                  {one.tableId} · {one.roundId}
                </b>
                <span class="soft">{one.dealer}</span>
                <span class={`chip ${kind}`}>{word}</span>
              </button>
            );
          })}
        </div>
      </section>
      {record ? <Detail record={record} text={text} /> : <section class="detail none soft">{text.rounds.choose}</section>}
    </main>
  );
}
