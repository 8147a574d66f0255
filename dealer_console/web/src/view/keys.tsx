// The keys of the studio's clients: a manager makes and revokes them, an auditor reads them.
import { create } from "@bufbuild/protobuf";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Role } from "../../generated/studio/v1/command_pb.ts";
import { type KeyEntry, type KeyFile, ManageKeysSchema, NewKeySchema, PersonRole, type ManageKeys } from "../../generated/studio/v1/console_pb.ts";
import { MoneySchema } from "../../generated/studio/v1/types_pb.ts";
import { money } from "../model/cards.ts";
import { dayAndTime } from "../model/format.ts";
import { isGood, limitsOf, problemsOf, tablesOf, type NewKeyFields, type Problem } from "../model/new_key.ts";
import { link } from "../state/link.ts";
import { store, type State } from "../state/store.ts";
import { texts, type Texts } from "../text/index.ts";
import { refusalText } from "../text/refusals.ts";
import { keyRole } from "./clients.tsx";
import { HoldButton } from "./dialogs/void.tsx";

// Those that press no button. Whoever has a key that does needs no second person.
const ROLES = [Role.DISTRIBUTOR, Role.OBSERVER, Role.AUDITOR];
const MOST_LIMITS = 4;

type Change = ManageKeys["change"];

interface Refusal {
  clause: string;
  reason: string;
}

const NONE: Refusal = { clause: "", reason: "" };

const tableWords = (text: Texts, tables: string[]) => (tables.length > 0 ? tables.join(", ") : text.people.all_tables);
const limitWords = (text: Texts, key: KeyEntry) => (key.maxStake.length > 0 ? key.maxStake.map((one) => money(one.minor, one.currency)).join(", ") : text.access.limits);

function Row({ entry, chosen, text, onChoose }: { entry: KeyEntry; chosen: boolean; text: Texts; onChoose: () => void }) {
  const words = text.access;
  const revoked = entry.revoked !== "";
  return (
    <button type="button" class="record key" aria-pressed={chosen} onClick={onChoose} data-testid={`key-${entry.name}`}>
      <span class="client-name">
        <b>{entry.name}</b>
        <span class="soft">{entry.fingerprint}</span>
      </span>
      <span class="client-name">
        <span>{keyRole(text, entry.role)}</span>
        <span class="soft">{tableWords(text, entry.tables)}</span>
      </span>
      {(revoked || entry.own || entry.forPeople) && <span class={`chip ${revoked ? "bad" : "soft"}`}>{revoked ? text.people.revoked : entry.own ? words.own : words.console}</span>}
    </button>
  );
}

function Wrong({ problem, text }: { problem: Problem | undefined; text: Texts }) {
  if (!problem) return null;
  const word = text.access.wrong[problem.word];
  return (
    <span class="problem" role="alert">
      {typeof word === "string" ? word : word(problem.about)}
    </span>
  );
}

/** A refusal of the studio beside the field that it is about. */
function Refused({ refusal, field }: { refusal: Refusal; field: string }) {
  if (refusal.clause !== `KEYS.${field}`) return null;
  return (
    <span class="problem" role="alert">
      {refusalText(store.state.language, texts(store.state.language), "", refusal.reason)}
    </span>
  );
}

const EMPTY: NewKeyFields & { role: Role } = { name: "", role: Role.DISTRIBUTOR, tables: "", limits: [{ amount: "", currency: "EUR" }] };
const touched = (limits: NewKeyFields["limits"]) => limits.filter((one) => one.amount.trim() !== "");

function NewKeyForm({ keys, tables, refusal, text, onSend }: { keys: KeyEntry[]; tables: string[]; refusal: Refusal; text: Texts; onSend: (change: Change) => void }) {
  const [fields, setFields] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const words = text.access;
  const stakes = fields.role === Role.DISTRIBUTOR;
  const limits = stakes ? touched(fields.limits) : [];
  const used = keys.filter((one) => one.revoked === "").map((one) => one.name);
  const problems = problemsOf({ ...fields, limits }, used, tables);
  const shown = tried ? problems : {};
  const change = (part: Partial<typeof EMPTY>) => setFields({ ...fields, ...part });
  const changeLimit = (at: number, part: Partial<NewKeyFields["limits"][number]>) => change({ limits: fields.limits.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  const send = (event: Event) => {
    event.preventDefault();
    setTried(true);
    if (!isGood(problems)) return;
    const maxStake = limitsOf(limits).map((one) => create(MoneySchema, one));
    onSend({ case: "make", value: create(NewKeySchema, { name: fields.name.trim(), role: fields.role, tables: tablesOf(fields.tables), maxStake }) });
  };
  return (
    <form class="detail" onSubmit={send} noValidate>
      <h2>{words.add}</h2>
      <label>
        {text.signIn.name}
        <input value={fields.name} maxLength={65} autocomplete="off" aria-invalid={shown.name !== undefined} onInput={(event) => change({ name: event.currentTarget.value })} data-testid="key-name" />
        <Wrong problem={shown.name} text={text} />
        <Refused refusal={refusal} field="name" />
      </label>
      <label>
        {text.people.role}
        <select value={fields.role} onChange={(event) => change({ role: Number(event.currentTarget.value) })} data-testid="key-role">
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {keyRole(text, role)}
            </option>
          ))}
        </select>
        <Refused refusal={refusal} field="role" />
      </label>
      <label>
        {text.people.tables}
        <input value={fields.tables} maxLength={500} placeholder={text.people.all_tables} autocomplete="off" aria-invalid={shown.tables !== undefined} onInput={(event) => change({ tables: event.currentTarget.value })} data-testid="key-tables" />
        <Wrong problem={shown.tables} text={text} />
        <Refused refusal={refusal} field="tables" />
      </label>
      {stakes && (
        <fieldset class="limits">
          <legend>{words.max_stake}</legend>
          {fields.limits.map((limit, at) => (
            <div key={at}>
              <input aria-label={words.amount} inputMode="decimal" maxLength={20} placeholder={words.limits} autocomplete="off" value={limit.amount} onInput={(event) => changeLimit(at, { amount: event.currentTarget.value })} data-testid={`key-amount-${at}`} />
              <input aria-label={words.currency} maxLength={3} autocomplete="off" value={limit.currency} onInput={(event) => changeLimit(at, { currency: event.currentTarget.value.toUpperCase() })} data-testid={`key-currency-${at}`} />
            </div>
          ))}
          <Wrong problem={shown.limits} text={text} />
          <Refused refusal={refusal} field="max_stake" />
          {fields.limits.length < MOST_LIMITS && (
            <button type="button" class="quiet" onClick={() => change({ limits: [...fields.limits, { amount: "", currency: "" }] })} data-testid="another-currency">
              + {words.another}
            </button>
          )}
        </fieldset>
      )}
      <p class="soft">{words.buttons}</p>
      <Refused refusal={refusal} field="file" />
      <footer>
        <span class="gap" />
        <button type="submit" class="primary" data-testid="make-key">
          {words.make}
        </button>
      </footer>
    </form>
  );
}

function Facts({ entry, refusal, may, text, onRevoke }: { entry: KeyEntry; refusal: Refusal; may: boolean; text: Texts; onRevoke: () => void }) {
  const words = text.access;
  const facts: [string, string][] = [
    [text.people.role, keyRole(text, entry.role)],
    [text.people.tables, tableWords(text, entry.tables)],
    [words.fingerprint, entry.fingerprint],
    [words.made_at, entry.made ? dayAndTime(Date.parse(entry.made)) : "–"],
  ];
  if (entry.role === Role.DISTRIBUTOR) facts.splice(2, 0, [words.max_stake, limitWords(text, entry)]);
  if (entry.revoked !== "") facts.push([words.revoked_at, dayAndTime(Date.parse(entry.revoked))]);
  return (
    <section class="detail" data-testid="key-detail">
      <h2>{entry.name}</h2>
      <dl class="facts">
        {facts.map(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{value}</dd>])}
      </dl>
      {may && entry.own && <p class="soft">{words.own_stays}</p>}
      {["revoke", "file"].map((field) => (
        <Refused key={field} refusal={refusal} field={field} />
      ))}
      {may && !entry.own && entry.revoked === "" && (
        <footer>
          <p class="warning">{words.revoke_warning}</p>
          <HoldButton label={words.revoke_hold} holding={text.voiding.holding} disabled={false} onHeld={onRevoke} />
        </footer>
      )}
    </section>
  );
}

/** The secret of a new key. With this panel it is gone. */
function Made({ name, file, text, onDone }: { name: string; file: KeyFile; text: Texts; onDone: () => void }) {
  const words = text.access;
  const address = useMemo(() => URL.createObjectURL(new Blob([file.text], { type: "application/toml" })), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <section class="detail" data-testid="key-made">
      <h2>{words.made(name)}</h2>
      <p class="warning">{words.once}</p>
      <pre tabIndex={0} aria-label={file.file}>
        {file.text}
      </pre>
      <footer>
        <a class="button" href={address} download={file.file} data-testid="download-key">
          {words.download}
        </a>
        <span class="gap" />
        <button type="button" class="primary" onClick={onDone} data-testid="have-key">
          {words.have_it}
        </button>
      </footer>
    </section>
  );
}

export function Keys({ state, text }: { state: State; text: Texts }) {
  const [keys, setKeys] = useState<KeyEntry[]>([]);
  const [chosen, setChosen] = useState(""); // fingerprint
  const [refusal, setRefusal] = useState(NONE);
  const [made, setMade] = useState<{ name: string; file: KeyFile }>();
  const may = state.person?.role === PersonRole.MANAGER;
  const ask = async (change: Change): Promise<void> => {
    const { answer } = await link.ask({ case: "manageKeys", value: create(ManageKeysSchema, { change }) });
    if (answer.kind === "refused") return setRefusal(answer);
    if (answer.kind === "unknown") return store.notice("bad", text.notice.unknown);
    setRefusal(NONE);
    setKeys(answer.keys?.keys ?? []);
    if (change.case === "make" && answer.keys?.made) setMade({ name: change.value.name, file: answer.keys.made });
    if (change.case === "revoke") store.notice("good", text.notice.done);
  };
  useEffect(() => void ask({ case: undefined }), []);
  const choose = (fingerprint: string) => {
    setChosen(fingerprint === chosen ? "" : fingerprint);
    setMade(undefined);
    setRefusal(NONE);
  };
  if (refusal.clause === "KEYS.none") return <main class="clients soft">{text.access.none}</main>;
  const entry = keys.find((one) => one.fingerprint === chosen);
  const sorted = [...keys].sort((a, b) => Number(a.revoked !== "") - Number(b.revoked !== "") || a.name.localeCompare(b.name));
  const tables = [...state.tables.keys()];
  return (
    <main class="rounds">
      <section class={may ? "" : "only-list"}>
        {may && (
          <button type="button" class="add" aria-pressed={chosen === ""} onClick={() => choose("")} data-testid="new-key">
            + {text.access.add}
          </button>
        )}
        <div class="list" tabIndex={0} role="group" aria-label={text.buttons.keys}>
          {sorted.map((one) => (
            <Row key={one.fingerprint} entry={one} chosen={one === entry} text={text} onChoose={() => choose(one.fingerprint)} />
          ))}
        </div>
      </section>
      {made ? (
        <Made name={made.name} file={made.file} text={text} onDone={() => setMade(undefined)} />
      ) : entry ? (
        <Facts key={chosen} entry={entry} refusal={refusal} may={may} text={text} onRevoke={() => void ask({ case: "revoke", value: entry.fingerprint })} />
      ) : may ? (
        <NewKeyForm keys={keys} tables={tables} refusal={refusal} text={text} onSend={(change) => void ask(change)} />
      ) : (
        <section class="detail none soft">{text.clients.choose}</section>
      )}
    </main>
  );
}
