import { fc, runs } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { buildTextIndex, keepTextsWith } from "../../../domain/search/text_index.ts";
import { awkwardText, reviewOf } from "../../support/reviews/review_of.ts";
import { checkSearch, linearSearch, tokenStreamOf } from "../../support/search/linear_search.ts";
import { foldText } from "../../../domain/normalize_text.ts";

function checkTexts(texts: readonly (string | null)[], query: string, expected: readonly number[]): void {
  const list = texts.map((text, native) => reviewOf({ text, native: `${native}` }));
  assert.deepEqual(linearSearch(list, { query, limit: 100 }), expected, JSON.stringify(query));
  checkSearch(list, { query, limit: 100 });
}

Deno.test("searchIndex() finds exactly the texts that contain the query, whatever splits words", () => {
  fc.assert(
    fc.property(fc.array(fc.option(awkwardText), { maxLength: 12 }), awkwardText.map(foldText), (texts, query) => {
      fc.pre(query !== "");
      checkSearch(texts.map((text) => reviewOf({ text })), { query, limit: 100 });
    }),
    runs(2000),
  );
});

Deno.test("searchIndex() finds exactly the texts that contain a piece of one of them", () => {
  fc.assert(
    fc.property(fc.array(awkwardText, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(), (texts, from, length) => {
      const folded = foldText(texts[0]!);
      const start = from % Math.max(folded.length, 1);
      const query = folded.slice(start, start + 1 + length % 9);
      if (query === "") return;
      checkSearch(texts.map((text) => reviewOf({ text })), { query, limit: 100 });
    }),
    runs(2000),
  );
});

Deno.test("searchIndex() never finds a review without a text by a query", () => {
  checkTexts([null, "null", " "], "null", [1]);
  checkTexts([null, " "], "a", []);
});

Deno.test("searchIndex() finds a query inside, at the start and at the end of words", () => {
  const texts = ["recommend", "Recommended!", "unrecommend", "re commend", "commend"];
  checkTexts(texts, "recommend", [0, 1, 2]);
  checkTexts(texts, "commend", [0, 1, 2, 3, 4]);
  checkTexts(texts, "e", [0, 1, 2, 3, 4]);
});

Deno.test("searchIndex() finds a phrase only with the same spaces and punctuation between", () => {
  const texts = [
    "soothe service",
    "the services",
    "the  service",
    "the, service",
    "the\nservice",
    "service the",
    "the serv",
  ];
  checkTexts(texts, "the service", [0, 1]);
  checkTexts(texts, "the  service", [2]);
  checkTexts(texts, "the, service", [3]);
  checkTexts(texts, "the\nservice", [4]);
  checkTexts(["a   b", "a  b"], "a   b", [0]);
});

Deno.test("searchIndex() does not take neighbours from different places of a text for a phrase", () => {
  checkTexts(["one two x two three", "one two three"], "one two three", [1]);
  checkTexts(["one", "two"], "one two", []);
});

Deno.test("searchIndex() finds queries of punctuation only, and of spaces at their ends", () => {
  checkTexts(["well...", "well..", "w. e. l. l", "!?", "? !"], "...", [0]);
  checkTexts(["well...", "well..", "w. e. l. l", "!?", "? !"], "!?", [3]);
  checkTexts(["a b", "ab", "b a"], "a ", [0]);
  checkTexts(["a b", "ab", "b a"], " ", [0, 2]);
  checkTexts(["a-b", "a - b", "a -b"], "a -", [1, 2]);
  checkTexts(["a bc", "a b c"], "a b ", [1]);
});

Deno.test("searchIndex() finds apostrophes of both kinds, each by itself only", () => {
  checkTexts(["don't", "don’t", "dont"], "don't", [0]);
  checkTexts(["don't", "don’t", "dont"], "don’t", [1]);
  checkTexts(["don't", "don’t", "dont"], "n’", [1]);
});

Deno.test("searchIndex() finds texts without spaces by any piece", () => {
  const texts = ["配管工事をお願いしました。とても丁寧でした。", "工事配管", "服务很好，师傅很专业", "ช่างมาตรงเวลา"];
  checkTexts(texts, "配管工事", [0]);
  checkTexts(texts, "工", [0, 1]);
  checkTexts(texts, "でした。", [0]);
  checkTexts(texts, "很好,师", [2]);
  checkTexts(texts, "างมา", [3]);
});

Deno.test("searchIndex() finds emoji, and lone surrogates as code units", () => {
  const texts = ["great😊", "great😀", "\ud83d", "\ude0a", "\ude0a\ud83d"];
  checkTexts(texts, "😊", [0]);
  checkTexts(texts, "t😊", [0]);
  checkTexts(texts, "\ud83d", [0, 1, 2, 4]);
  checkTexts(texts, "\ude0a", [0, 3, 4]);
});

Deno.test("searchIndex() finds ligatures, full-width letters and combining marks in folded form", () => {
  checkTexts(["eﬃcient", "ＧＯＯＤ", "cafe\u0301", "caf\u00e9", "x\u0301"], foldText("FFI"), [0]);
  checkTexts(["eﬃcient", "ＧＯＯＤ", "cafe\u0301", "caf\u00e9", "x\u0301"], "good", [1]);
  checkTexts(["eﬃcient", "ＧＯＯＤ", "cafe\u0301", "caf\u00e9", "x\u0301"], foldText("CAFE\u0301"), [2, 3]);
  checkTexts(["eﬃcient", "ＧＯＯＤ", "cafe\u0301", "caf\u00e9", "x\u0301"], "\u0301", [4]);
});

Deno.test("searchIndex() distinguishes ß from ss, and finds the dotted Turkish capital I by i", () => {
  checkTexts(["Straße", "STRASSE", "STRAẞE"], foldText("Straße"), [0, 2]);
  checkTexts(["İstanbul", "istanbul"], foldText("İ"), [0]);
  checkTexts(["İstanbul", "istanbul"], "i", [0, 1]);
  checkTexts(["İstanbul", "istanbul"], "ist", [1]);
});

Deno.test("keepTextsWith() compares only texts with all pairs: inner words whole, neighbours side by side", () => {
  const index = buildTextIndex(tokenStreamOf(["x a y", "x a z ba y", "x ab z a y", "x y a", "ax a yb", null]));
  const read: number[] = [];
  const ends = new Proxy(index.stream.ends, {
    get(target, key) {
      read.push(Number(key));
      return Reflect.get(target, key);
    },
  });
  const bits = Uint32Array.of(0b111111);
  keepTextsWith({ ...index, stream: { ...index.stream, ends } }, bits, "x a y", 0);
  assert.deepEqual({ bits, read: [...new Set(read)] }, { bits: Uint32Array.of(0b010001), read: [0, 4, 3] });
});
