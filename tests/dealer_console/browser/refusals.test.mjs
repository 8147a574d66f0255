// Every refusal that a console can meet has its words in each language: the list is read from the sources of those who refuse.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "./bundle.mjs";

const TOP = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
globalThis.localStorage = { getItem: () => null, setItem: () => undefined };

// Who refuses a console, and how each writes it: a call and the number of the argument that is the sentence.
const SOURCES = [
  ["engine/core/live_turn.cpp", /\brefuse\(/g, 1],
  ["engine/core/live_turn.cpp", /\bRejection (?:why)?\{/g, 1],
  ["engine/core/live_wagers.cpp", /\brefuse\(/g, 1],
  ["engine/russian_poker/game.cpp", /\bRejection\{/g, 1],
  ["engine/imperial_poker/game.cpp", /\bRejection\{/g, 1],
  ["engine/poker_switch/game.cpp", /\bRejection\{/g, 1],
  ["studio/runtime/table_host.cpp", /\brefuse\(/g, 1],
  ["studio/table/sequencer.cpp", /\bRejection\{/g, 1],
  ["studio/runtime/feed_host.cpp", /\bcommand_rejection\(/g, 1],
  ["studio/runtime/feed_host.cpp", /\bAccessRefusal\{(?=")/g, 1],
  ["studio/runtime/access.cpp", /\bAccessRefusal\{/g, 1],
  ["dealer_console/gateway/authority.cpp", /\brefusal\(/g, 0],
  ["dealer_console/gateway/desk.cpp", /\brefuse\(ask, (?=")/g, 1],
  ["dealer_console/gateway/desk.cpp", /\brefusal_of\((?=")/g, 1],
  ["dealer_console/gateway/key_desk.cpp", /\bWrong\((?=")/g, 1],
  ["dealer_console/gateway/users.cpp", /\binvalid_argument\((?=['"\w])/g, 0],
  ["dealer_console/gateway/doorkeeper.cpp", /\binvalid_argument\(/g, 0],
  ["dealer_console/gateway/round_search.cpp", /\breturn (?="\w)/g, 0],
  ["dealer_console/gateway/studio_link.cpp", /\bunexpected\((?=")/g, 0],
];

// What no button of a console can be refused with: cameras, shoes, clocks, the studio itself and distributors ask for it, or it opens no screen at all.
const NOT_OURS = /^(OBSERVE|SHOE|TIMER|WAGER|RULES)\.|^PROC\.(camera|cardcheck|evidence)$|^(I-1|I-2|I-3|R-13|S-5|S-8|S-14)$/;
const OF_WAGERS = ["box {} is open or dark, not both", "a player holds {} open boxes at the most: others are dark", "open boxes of one player lie side by side: box {} is open", "open boxes of one player have equal antes: {}"];

/** The arguments of the call that begins here, as they are written. */
function argumentsAt(source, from) {
  const found = [""];
  let depth = 0;
  for (let at = from; at < source.length; ++at) {
    const rest = source.slice(at);
    const text = /^"(?:[^"\\]|\\.)*"|^'(?:[^'\\]|\\.)'/.exec(rest)?.[0];
    if (text) {
      found[found.length - 1] += text;
      at += text.length - 1;
      continue;
    }
    if (/[)}]/.test(source[at]) && depth-- === 0) return found.map((one) => one.trim());
    if (source[at] === ";" && depth === 0) return found.map((one) => one.trim());
    if (/[({]/.test(source[at])) depth++;
    if (source[at] === "," && depth === 0) found.push("");
    else found[found.length - 1] += source[at];
  }
  return found;
}

/** `"no card lies in " + slot.text()` as "no card lies in {}". Undefined for what is no sentence of this place. */
function sentenceOf(expression) {
  const span = /^span_of\(/.exec(expression);
  if (span) return `${sentenceOf(argumentsAt(expression, span[0].length)[0])} go from {} to {}`;
  if (!expression.includes('"')) return undefined;
  let text = "";
  let rest = expression;
  while (rest !== "") {
    const literal = /^\s*(?:\+\s*)?"((?:[^"\\]|\\.)*)"/.exec(rest);
    if (literal) {
      text += literal[1].replaceAll('\\"', '"');
      rest = rest.slice(literal[0].length);
      continue;
    }
    const code = /^(?:\([^()"]*(?:\([^()"]*(?:\([^()"]*\)[^()"]*)*\)[^()"]*)*\)|[^"()])+?(?=\+\s*"|$)/.exec(rest);
    assert.ok(code && code[0].trim() !== "", `cannot read ${expression}`);
    if (code[0].replace(/[+\s]/g, "") !== "") text += "{}";
    rest = rest.slice(code[0].length);
  }
  return text.replace(/(\{\})+/g, "{}");
}

function refusalsOfTheSources() {
  const all = [];
  for (const [file, call, which] of SOURCES) {
    const source = readFileSync(join(TOP, file), "utf8");
    let here = 0;
    for (const match of source.matchAll(call)) {
      const parts = argumentsAt(source, match.index + match[0].length);
      const clause = which === 1 ? parts[0].replaceAll('"', "") : "";
      const sentence = parts[which] === undefined ? undefined : sentenceOf(parts[which]);
      if (sentence === undefined || NOT_OURS.test(clause) || OF_WAGERS.includes(sentence)) continue;
      all.push({ file, clause, sentence });
      ++here;
    }
    assert.ok(here > 0, `${file} refuses nothing: the way it is written has changed`);
  }
  return all;
}

const SAMPLES = { slot: "P3.1", box: "X2", card: "Kd", fault: "CARD_DAMAGED", ending: "NEW_SHOE", choice: "EXCHANGE", n: "5", word: "acme" };
const THAI = /[฀-๿]/, CHINESE = /[一-鿿]/, RUSSIAN = /[а-я]/i;

test("every refusal that the sources know is told in all four languages", async () => {
  const { REFUSALS } = await load("text/refusal_words.ts");
  const known = new Set(REFUSALS.map(([english]) => english.replace(/\{\w+\}/g, "{}")));
  const sources = refusalsOfTheSources();
  assert.ok(sources.length > 100, `only ${sources.length} were found`);
  const missing = sources.filter(({ sentence }) => !known.has(sentence)).map(({ file, clause, sentence }) => `${file}: ${clause} "${sentence}"`);
  assert.deepEqual(missing, []);
});

test("each is found by its sentence, with slots, cards and codes in the words of the table", async () => {
  const { REFUSALS } = await load("text/refusal_words.ts");
  const { learn, refusalText } = await load("text/refusals.ts");
  learn(REFUSALS);
  const { LANGUAGES } = await load("text/index.ts");
  for (const told of REFUSALS) {
    const reason = told[0].replace(/\{(\w+)\}/g, (_, kind) => SAMPLES[kind]);
    const [, ru, th, zh] = ["en", "ru", "th", "zh"].map((language) => refusalText(language, LANGUAGES[language], "CLAUSE", reason));
    for (const one of [ru, th, zh]) assert.doesNotMatch(one, /CLAUSE|P3\.1|\bX2\b|\bKd\b|CARD_DAMAGED|NEW_SHOE|EXCHANGE|[{}]|undefined/, reason);
    assert.match(ru, RUSSIAN, reason);
    assert.match(th, THAI, reason);
    assert.match(zh, CHINESE, reason);
  }
});

test("the words of the table, the fallback, and what a box may choose", async () => {
  const { learn, refusalText } = await load("text/refusals.ts");
  const { LANGUAGES } = await load("text/index.ts");
  const told = (language, clause, reason) => refusalText(language, LANGUAGES[language], clause, reason);
  assert.equal(told("ru", "PROC.manual", "no card has been dealt to P3.1"), "no card has been dealt to P3.1 (PROC.manual)", "before the words have come");
  learn((await load("text/refusal_words.ts")).REFUSALS);
  assert.equal(told("en", "PROC.manual", "no card has been dealt to P3.1"), "no card has been dealt to Player 3 · 1");
  assert.equal(told("ru", "PROC.manual", "all copies of Td have been seen"), "все карты 10♦ уже вышли");
  assert.equal(told("zh", "PROC.mistake", "CARD_DAMAGED is raised already"), `已上报：${LANGUAGES.zh.faults[12][0]}`);
  assert.equal(told("ru", "DECISION.option", "box X2 cannot choose EXCHANGE now; it may FOLD, BET"), `Бокс 2: сейчас нельзя «${LANGUAGES.ru.deciding.choices.EXCHANGE}»`);
  assert.equal(told("en", "DECISION.cards", "EXCHANGE names 1 to 5 cards, not 6"), "Exchange cards names 1 to 5 cards, not 6");
  assert.equal(told("th", "NEW.clause", "nobody has put this into words"), "nobody has put this into words (NEW.clause)");
});
