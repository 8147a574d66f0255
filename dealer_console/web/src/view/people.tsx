// Who may sign in: a manager makes people, gives passwords and badges, and revokes.
import { create } from "@bufbuild/protobuf";
import { useEffect, useState } from "preact/hooks";
import { ManagePeopleSchema, NewPersonSchema, NewSecretSchema, PersonRole, PersonSchema, type ManagePeople, type PersonEntry } from "../../generated/studio/v1/console_pb.ts";
import { link } from "../state/link.ts";
import { store, type State } from "../state/store.ts";
import type { Texts } from "../text/index.ts";
import { refusalText } from "../text/refusals.ts";
import { roleName } from "./top_bar.tsx";

const ROLES = [PersonRole.DEALER, PersonRole.SUPERVISOR, PersonRole.MANAGER, PersonRole.AUDITOR];

type Change = ManagePeople["change"];

interface Fields {
  name: string;
  role: PersonRole;
  tables: string;
  password: string;
  badge: string;
}

const EMPTY: Fields = { name: "", role: PersonRole.DEALER, tables: "", password: "", badge: "" };

const listed = (tables: string) => tables.split(/[\s,]+/).filter((one) => one !== "");

function Row({ entry, own, chosen, text, onChoose }: { entry: PersonEntry; own: boolean; chosen: boolean; text: Texts; onChoose: () => void }) {
  const words = text.people;
  const ways = [entry.hasPassword && words.password, entry.hasBadge && words.badge].filter(Boolean).join(", ");
  const { name, role, tables } = entry.person!;
  return (
    <button type="button" class="record person" aria-pressed={chosen} disabled={entry.revoked} onClick={onChoose} data-testid={`person-${name}`}>
      <b>
        {name} {own && <span class="soft">({words.you})</span>}
      </b>
      <span>{roleName(text, role)}</span>
      <span class="soft">{tables.length > 0 ? tables.join(", ") : words.all_tables}</span>
      <span class={`chip ${entry.revoked ? "bad" : "soft"}`}>{entry.revoked ? words.revoked : ways || words.no_way}</span>
    </button>
  );
}

/** A new person, or new secrets of one who is there. What is wrong stands beneath it; secrets are gone once they were sent. */
function Form({ entry, problem, own, text, onSend }: { entry?: PersonEntry; problem: string; own: boolean; text: Texts; onSend: (change: Change) => Promise<boolean> }) {
  const [fields, setFields] = useState(EMPTY);
  const [sure, setSure] = useState(false);
  const words = text.people;
  const change = (part: Partial<Fields>) => setFields({ ...fields, ...part });
  const send = async (event: Event) => {
    event.preventDefault();
    const secrets = { password: fields.password, badge: fields.badge };
    const done = entry
      ? await onSend({ case: "secret", value: create(NewSecretSchema, { name: entry.person!.name, ...secrets }) })
      : await onSend({ case: "make", value: create(NewPersonSchema, { person: create(PersonSchema, { name: fields.name.trim(), role: fields.role, tables: listed(fields.tables) }), ...secrets }) });
    setFields(done ? EMPTY : { ...fields, password: "", badge: "" });
  };
  const revoke = () => (sure ? void onSend({ case: "revoke", value: entry!.person!.name }) : setSure(true));
  return (
    <form class="detail" onSubmit={(event) => void send(event)}>
      <h2>{entry ? entry.person!.name : words.add}</h2>
      {!entry && (
        <>
          <label>
            {text.signIn.name}
            <input value={fields.name} maxLength={40} autocomplete="off" onInput={(event) => change({ name: event.currentTarget.value })} data-testid="new-name" />
          </label>
          <label>
            {words.role}
            <select value={fields.role} onChange={(event) => change({ role: Number(event.currentTarget.value) })} data-testid="new-role">
              {ROLES.map((role) => (
                <option key={role} value={role}>
                  {roleName(text, role)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {words.tables}
            <input value={fields.tables} maxLength={500} placeholder={words.all_tables} autocomplete="off" onInput={(event) => change({ tables: event.currentTarget.value })} />
          </label>
        </>
      )}
      <label>
        {entry ? words.new_password : text.signIn.password}
        <input type="password" maxLength={128} autocomplete="new-password" value={fields.password} onInput={(event) => change({ password: event.currentTarget.value })} data-testid="new-password" />
      </label>
      <label>
        {entry ? words.new_badge : text.signIn.badge}
        <input type="password" maxLength={128} autocomplete="off" inputMode="numeric" value={fields.badge} onInput={(event) => change({ badge: event.currentTarget.value.trim() })} data-testid="new-badge" />
      </label>
      <p class="problem" role="alert">
        {problem}
      </p>
      <footer>
        {entry && !own && (
          <button type="button" class="danger" onClick={revoke} data-testid="revoke">
            {sure ? words.revoke_sure : words.revoke}
          </button>
        )}
        <span class="gap" />
        <button type="submit" class="primary" disabled={fields.password === "" && fields.badge === ""} data-testid="save-person">
          {entry ? words.save : words.add}
        </button>
      </footer>
    </form>
  );
}

export function People({ state, text }: { state: State; text: Texts }) {
  const [people, setPeople] = useState<PersonEntry[]>([]);
  const [chosen, setChosen] = useState("");
  const [problem, setProblem] = useState("");
  const ask = async (change: Change): Promise<boolean> => {
    const { answer } = await link.ask({ case: "managePeople", value: create(ManagePeopleSchema, { change }) });
    if (answer.kind === "done") {
      setPeople(answer.people ?? []);
      if (change.case !== undefined) store.notice("good", text.notice.done);
      if (change.case === "revoke") setChosen("");
    }
    setProblem(answer.kind === "refused" ? refusalText(state.language, text, answer.clause, answer.reason) : answer.kind === "unknown" ? text.notice.unknown : "");
    return answer.kind === "done";
  };
  useEffect(() => void ask({ case: undefined }), []);
  const choose = (name: string) => {
    setChosen(name === chosen ? "" : name);
    setProblem("");
  };
  const entry = people.find((one) => one.person!.name === chosen);
  return (
    <main class="rounds">
      <section>
        <button type="button" class="add" aria-pressed={chosen === ""} onClick={() => choose("")}>
          + {text.people.add}
        </button>
        <div class="list">
          {people.map((one) => (
            <Row key={one.person!.name} entry={one} own={one.person!.name === state.person?.name} chosen={one === entry} text={text} onChoose={() => choose(one.person!.name)} />
          ))}
        </div>
      </section>
      <Form key={chosen} entry={entry} problem={problem} own={chosen === state.person?.name} text={text} onSend={ask} />
    </main>
  );
}
