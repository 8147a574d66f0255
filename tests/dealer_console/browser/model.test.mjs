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
  const { statistics } = await load("model/statistics.ts");
  const { RoundEnd } = await load("../generated/studio/v1/console_pb.ts");
  const minute = 60_000_000_000n;
  const round = (number, from, to, end, faults = []) => ({ tableId: "T1", dealer: "anna", roundId: `R${number}`, openedAtNs: BigInt(from) * minute, endedAtNs: BigInt(to) * minute, end, faults });
  const records = [round(1, 0, 1, RoundEnd.CONFIRMED), round(2, 2, 5, RoundEnd.VOIDED, [1, 2]), round(3, 60, 63, RoundEnd.CONFIRMED), round(4, 64, 0, RoundEnd.RUNNING)];
  const [anna] = statistics(records, "dealer");
  assert.deepEqual({ ...anna, perHour: Math.round(anna.perHour) }, { name: "anna", rounds: 3, voided: 1, revised: 0, faults: 2, meanMs: 120_000, perHour: 23 }); // 3 rounds in 8 minutes
  assert.equal(statistics(records, "table")[0].name, "T1");
  assert.equal(statistics([], "shift").length, 0);
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
