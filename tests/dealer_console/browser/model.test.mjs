// What the pages know without a browser: texts of every language, money, hands of every game, the wizard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

/** Every text with its path; a function is called with numbers or words that a text could meet. */
function* textsOf(value, path = "") {
  if (typeof value === "string") yield [path, value];
  else if (typeof value === "function") yield [path, value.length === 2 ? value(3, 4) : value(3)];
  else for (const [key, inner] of Object.entries(value)) yield* textsOf(inner, path ? `${path}.${key}` : key);
}

const SAME_EVERYWHERE = /^(keys\.|table\.studio$|phase\.0$|languageName$|outcome\.lose$)/;

globalThis.localStorage = { getItem: () => null, setItem: () => undefined };

test("no language misses a text, and none is left in English", async () => {
  const { LANGUAGES } = await load("text/index.ts");
  const english = new Map(textsOf(LANGUAGES.en));
  assert.ok(english.size > 200);
  for (const [language, texts] of Object.entries(LANGUAGES)) {
    const own = new Map(textsOf(texts));
    assert.deepEqual([...own.keys()].sort(), [...english.keys()].sort(), language);
    for (const [path, text] of own) {
      assert.ok(text.trim() !== "", `${language} ${path} is empty`);
      if (language !== "en" && !SAME_EVERYWHERE.test(path)) assert.notEqual(text, english.get(path), `${language} ${path}`);
    }
  }
});

test("every fault, ending and phase that the schema knows has its words", async () => {
  const { LANGUAGES } = await load("text/index.ts");
  const { FaultCode, Ending, Phase } = await load("../generated/studio/v1/types_pb.ts");
  const numbers = (values) => Object.values(values).filter((value) => typeof value === "number" && value > 0);
  for (const [language, texts] of Object.entries(LANGUAGES)) {
    for (const code of numbers(FaultCode)) assert.ok(texts.faults[code]?.length === 2, `${language}: ${FaultCode[code]}`);
    for (const ending of numbers(Ending)) assert.ok(texts.endings[ending], `${language}: ${Ending[ending]}`);
    for (const phase of numbers(Phase)) assert.ok(texts.phase[phase], `${language}: ${Phase[phase]}`);
  }
});

test("money is written 1,234.00 whatever the language", async () => {
  const { money } = await load("model/cards.ts");
  assert.equal(money(123400n, "EUR"), "1,234.00 EUR");
  assert.equal(money(5n, "THB"), "0.05 THB");
  assert.equal(money(123456789n, "CNY"), "1,234,567.89 CNY");
  assert.equal(money(-100000n, "EUR"), "-1,000.00 EUR");
});

test("hands are drawn for whatever slots a game has", async () => {
  const { handsOf } = await load("model/slots.ts");
  const slot = (text, card) => ({ slot: text, sight: card ? 3 : 2, card });
  const view = { slots: ["X2.1", "X2.2", "X1.6", "X1.1", "D.5", "D.1", "BURN"].map((text) => slot(text, text === "D.1" ? "Td" : undefined)), result: [], openHands: [{ position: "X1", hand: [] }] };
  const hands = handsOf(view, ["X3.1"]);
  assert.deepEqual(hands.map((hand) => hand.seat), ["BURN", "D", "X1", "X2", "X3"]);
  assert.deepEqual(hands[2].cards.map((card) => card.slot), ["X1.1", "X1.6"]);
  assert.equal(hands[1].cards[0].card, "Td");
  assert.equal(hands[2].result.position, "X1");
});

test("the wizard asks at most four questions and ends in approved endings", async () => {
  const { MISTAKES, nextQuestion, questionsOf, endingsAfter } = await load("model/mistakes.ts");
  for (const mistake of MISTAKES) {
    for (const seen of [true, false]) {
      const answers = {};
      let questions = 0;
      for (let question = nextQuestion(answers); ; question = nextQuestion(answers)) {
        assert.ok(++questions <= 4, mistake.key);
        if (question === "what") answers.mistake = mistake;
        else if (question === "where") answers.place = "P1.1";
        else if (question === "seen") answers.seen = seen;
        else break;
      }
      assert.equal(questions, questionsOf(mistake));
      assert.ok(endingsAfter(answers).length > 0);
      assert.ok(endingsAfter(answers).every((ending) => mistake.endings.includes(ending)));
    }
  }
});

test("figures: a break counts as no dealing, and a void is no length", async () => {
  const { faultsByCode, statistics } = await load("model/statistics.ts");
  const { RoundEnd } = await load("../generated/studio/v1/console_pb.ts");
  const minute = 60_000_000_000n;
  const round = (number, from, to, end, faults = []) => ({ tableId: "T1", dealer: "anna", roundId: `R${number}`, openedAtNs: BigInt(from) * minute, endedAtNs: BigInt(to) * minute, end, faults, questions: faults.length });
  const records = [round(1, 0, 1, RoundEnd.CONFIRMED), round(2, 2, 5, RoundEnd.VOIDED, [1, 2]), round(3, 60, 63, RoundEnd.CONFIRMED), round(4, 64, 0, RoundEnd.RUNNING)];
  const [anna] = statistics(records, "dealer");
  assert.deepEqual({ ...anna, perHour: Math.round(anna.perHour) }, { name: "anna", rounds: 3, voided: 1, revised: 0, faults: 2, questions: 2, meanMs: 120_000, perHour: 23 }); // 3 rounds in 8 minutes
  assert.equal(statistics(records, "table")[0].name, "T1");
  assert.equal(statistics([], "shift").length, 0);
  assert.deepEqual(faultsByCode([...records, round(5, 70, 71, RoundEnd.CONFIRMED, [2])]), [[2, 2], [1, 1]]);
});

test("money is summed by group and currency, of rounds that have ended, and asked for anew when something happened", async () => {
  const { balances, moneyKey, moneyRows, moneyTotals, seesMoney, unknownMoney } = await load("model/money.ts");
  const { PersonRole, RoundEnd } = await load("../generated/studio/v1/console_pb.ts");
  const round = (number, dealer, end = RoundEnd.CONFIRMED) => ({ tableId: "T1", dealer, roundId: `R${number}`, lastSeq: BigInt(number), openedAtNs: 0n, end });
  const sum = (currency, taken, paidBack, refunded = 0n, open = 0n) => ({ currency, wagers: 1n, taken, paidBack, refunded, house: taken - paidBack - refunded, open, openTaken: open });
  const records = [round(1, "anna"), round(2, "boris"), round(3, "anna", RoundEnd.VOIDED), round(4, "anna", RoundEnd.RUNNING)];
  const known = new Map();
  assert.deepEqual(unknownMoney(records, known).map((one) => one.roundId), ["R1", "R2", "R3"], "one that runs has nothing to tell");
  const tell = (record, ...sums) => known.set(moneyKey(record), { seq: record.lastSeq, money: { roundId: record.roundId, sums } });
  tell(records[0], sum("THB", 900_719_925_474_099_300n, 0n), sum("EUR", 10n, 30n));
  tell(records[1], sum("EUR", 5n, 0n));
  tell(records[2], sum("EUR", 7n, 0n, 7n, 2n));
  assert.deepEqual(unknownMoney(records, known), []);
  records[1] = { ...records[1], lastSeq: 9n, end: RoundEnd.REVISED };
  assert.deepEqual(unknownMoney(records, known), [records[1]]);
  const rows = moneyRows(records, known, "dealer");
  assert.deepEqual(rows.map((row) => [row.name, row.currency, row.wagers, row.taken, row.paidBack, row.refunded, row.house, row.open]), [
    ["anna", "EUR", 2n, 17n, 30n, 7n, -20n, 2n],
    ["anna", "THB", 1n, 900_719_925_474_099_300n, 0n, 0n, 900_719_925_474_099_300n, 0n],
    ["boris", "EUR", 1n, 5n, 0n, 0n, 5n, 0n],
  ]);
  const totals = moneyTotals(rows);
  assert.deepEqual(totals.map((row) => [row.currency, row.taken, row.house]), [["EUR", 22n, -15n], ["THB", 900_719_925_474_099_300n, 900_719_925_474_099_300n]]);
  assert.ok(totals.every(balances));
  assert.equal(balances({ ...totals[0], house: -14n }), false);
  assert.deepEqual([PersonRole.DEALER, PersonRole.SUPERVISOR, PersonRole.MANAGER, PersonRole.AUDITOR].map((role) => seesMoney({ role })), [false, false, true, true]);
});

test("a period is a day, a shift or days of this place's clock, or none", async () => {
  const { boundsOf, dayOf, shiftName } = await load("model/period.ts");
  const period = { kind: "day", day: "2026-11-30", until: "2026-12-01", shift: 1 };
  const at = (day, hour = 0) => new Date(2026, 10, day, hour).getTime();
  assert.deepEqual(boundsOf(period), { fromMs: at(30), toMs: at(31) });
  assert.deepEqual(boundsOf({ ...period, kind: "shift" }), { fromMs: at(30, 8), toMs: at(30, 16) });
  assert.deepEqual(boundsOf({ ...period, kind: "range" }), { fromMs: at(30), toMs: at(32) });
  assert.equal(boundsOf({ ...period, kind: "live" }), undefined);
  assert.equal(boundsOf({ ...period, day: "" }), undefined);
  assert.equal(boundsOf({ ...period, kind: "range", until: "2026-11-29" }), undefined);
  assert.equal(boundsOf({ ...period, kind: "range", until: "2027-11-30" }), undefined);
  assert.equal(shiftName(1), "08:00 – 16:00");
  assert.equal(dayOf(at(30, 23)), "2026-11-30");
});

test("what a person types as an amount", async () => {
  const { minorOf } = await load("model/cards.ts");
  assert.equal(minorOf("1,234.5"), 123450n);
  assert.equal(minorOf(" 80 "), 8000n);
  for (const wrong of ["", "1,23", "12.345", "-5", "1e3", "９９", "9".repeat(40)]) assert.equal(minorOf(wrong), undefined, wrong);
});

test("a drill: the points are those of who sits at the table", async () => {
  const { openMs, pointsOf } = await load("model/drill.ts");
  const score = { trainees: [{ name: "anna", points: 83 }, { name: "dora", points: 40 }], faults: [] };
  assert.equal(pointsOf(score, "dora"), 40);
  assert.equal(pointsOf(score, "emil"), 100);
  assert.equal(pointsOf(undefined, "anna"), 100);
  assert.equal(openMs({ raisedAtNs: 1_000_000_000n, endedAtNs: 16_500_000_000n }), 15_500);
});

test("what a distributor has not acknowledged, and when that is late", async () => {
  const { behindBy, behindByAll, lateFor, listed, presence, subscribersBehind } = await load("model/clients.ts");
  const second = 1_000_000_000n;
  const at = (part) => ({ tableId: "T1", lastSeq: 10n, follows: true, acknowledged: 7n, behindSinceNs: 0n, ...part });
  const client = (name, role, part) => ({ name, role, at: [], revoked: "", connections: 0, sinceNs: 0n, refused: [], ...part });
  assert.equal(behindBy(at({})), 3n);
  assert.equal(behindBy(at({ follows: false })), undefined, "nobody knows what it has");
  assert.equal(behindBy(at({ follows: false, lastSeq: 0n })), 0n, "it has had no wager");
  assert.equal(behindByAll(client("a", 4, { at: [at({}), at({ lastSeq: 8n })] })), 4n);
  assert.equal(behindByAll(client("a", 4, { at: [at({}), at({ follows: false })] })), undefined);
  const news = (clients) => ({ trouble: "", clients: { atNs: 100n * second, clients } });
  assert.equal(lateFor(at({ behindSinceNs: 96n * second }), news([])), 0, "on its way");
  assert.equal(lateFor(at({ behindSinceNs: 92n * second }), news([])), 8000);
  const told = news([client("a", 4, { at: [at({ behindSinceNs: 92n * second })] }), client("b", 4, { at: [at({ behindSinceNs: 99n * second })] })]);
  assert.equal(subscribersBehind(told, "T1"), 1);
  assert.equal(subscribersBehind(told, "T2"), 0);
  assert.equal(subscribersBehind({ ...told, trouble: "no answer" }, "T1"), undefined);
  assert.equal(subscribersBehind(undefined, "T1"), undefined);
  const when = (ms) => new Date(100_000 - ms).toISOString();
  const all = news([client("z", 2, {}), client("gone", 4, { revoked: when(1000) }), client("b", 4, {}), client("old", 4, { revoked: when(90_000_000) })]);
  assert.deepEqual(listed(all).map((one) => one.name), ["b", "z", "gone"]);
  assert.deepEqual(["connected", "gone", "never", "revoked"], [client("", 4, { connections: 1, sinceNs: 1n }), client("", 4, { sinceNs: 1n }), client("", 4, {}), client("", 4, { revoked: "x", connections: 1 })].map(presence));
});

test("what is wrong with a new key, and what is sent of a good one", async () => {
  const { limitsOf, problemsOf, tablesOf } = await load("model/new_key.ts");
  const words = (fields) => Object.values(problemsOf({ name: "acme", tables: "", limits: [], ...fields }, ["north"], ["T1", "T2"])).map((one) => one?.word).filter(Boolean);
  assert.deepEqual(words({}), []);
  assert.deepEqual(words({ name: " " }), ["empty"]);
  assert.deepEqual(words({ name: "café" }), ["name"]);
  assert.deepEqual(words({ name: "a".repeat(65) }), ["name"]);
  assert.deepEqual(words({ name: "north" }), ["used"]);
  assert.deepEqual(words({ tables: "T1 T2" }), []);
  assert.deepEqual(words({ tables: "T1, T3" }), ["table"]);
  for (const amount of ["", "0", "-5", "1.234", "5,00", "many"]) assert.deepEqual(words({ limits: [{ amount, currency: "EUR" }] }), ["amount"], amount);
  assert.deepEqual(words({ limits: [{ amount: "1,234.50", currency: "eur" }] }), []);
  assert.deepEqual(words({ limits: [{ amount: "1", currency: "E1R" }] }), ["currency"]);
  assert.deepEqual(words({ limits: [{ amount: "1", currency: "EUR" }, { amount: "2", currency: "eur" }] }), ["twice"]);
  assert.deepEqual(limitsOf([{ amount: "1,234.50", currency: "eur" }, { amount: "", currency: "" }]), [{ minor: 123_450n, currency: "EUR" }]);
  assert.deepEqual(tablesOf(" T1,T2  T3 "), ["T1", "T2", "T3"]);
});
