import { fc, runs } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { foldSearched } from "../../../domain/search/searched_text.ts";
import { keepTextsWith, textIndexBuilder } from "../../../domain/search/text_index.ts";
import { awkwardText, reviewOf } from "../../support/reviews/review_of.ts";
import { testClaims } from "../../support/claims.ts";
import { checkSearch, linearSearch } from "../../support/search/linear_search.ts";
import { foldText } from "../../../domain/normalize_text.ts";

Deno.test("searchIndex() finds exactly the texts that contain a query, or a piece of one of them, whatever splits words", () => {
  const asked = fc.array(fc.option(awkwardText), { maxLength: 12 }).chain((texts) => {
    const [first] = texts.map((text) => foldSearched(text ?? ""));
    const piece = fc.tuple(fc.nat({ max: first?.length ?? 0 }), fc.integer({ min: 1, max: 9 }))
      .map(([start, length]) => (first ?? "").slice(start, start + length));
    return fc.record({ texts: fc.constant(texts), query: fc.oneof(awkwardText.map(foldSearched), piece) });
  });
  fc.assert(
    fc.property(asked, ({ texts, query }) => {
      fc.pre(query !== "");
      checkSearch(texts.map((text) => reviewOf({ text })), { query, limit: 100 });
    }),
    runs(4000),
  );
});

const FOLDED = ["eﬃcient", "ＧＯＯＤ", "cafe\u0301", "caf\u00e9", "x\u0301"];
const PHRASES = ["soothe service", "the services", "the  service", "the, service", "the\nservice", "theme service"];

/** What is found: the texts, and for each query the ranks of those that contain it. */
const CASES: readonly (readonly [string, readonly (string | null)[], Readonly<Record<string, readonly number[]>>])[] = [
  ["no review without a text", [null, "null", " "], { null: [1], a: [] }],
  ["a phrase only with the same spaces and punctuation between", PHRASES, {
    "the service": [0, 1],
    "the  service": [2],
    "the, service": [3],
    "the\nservice": [4],
    "\nservice": [4],
    "\n": [4],
  }],
  ["spaces at the ends of a query", ["a b", "ab", "b a", "a-b", "a -b"], { "a ": [0, 4], " ": [0, 2, 4], "a -": [4] }],
  ["emoji, and lone surrogates as code units", ["great😊", "great😀", "\ud83d", "\ude0a\ud83d"], {
    "😊": [0],
    "t😊": [0],
    "\ud83d": [0, 1, 2, 3],
  }],
  ["the second half of a surrogate pair", ["great😊", "great😀", "\ude0a\ud83d"], { "\ude0a": [0, 2] }],
  ["ligatures, full-width letters and combining marks in folded form", FOLDED, {
    [foldText("FFI")]: [0],
    good: [1],
    [foldText("CAFE\u0301")]: [2, 3],
    "\u0301": [4],
  }],
];

/** Asserts that the index finds a query in the texts of these ranks, as a linear search does. */
function assertFound(texts: readonly (string | null)[], query: string, ranks: readonly number[]): void {
  const list = texts.map((text, native) => reviewOf({ text, native: `${native}` }));
  assert.deepEqual(linearSearch(list, { query, limit: 100 }), ranks, JSON.stringify(query));
  checkSearch(list, { query, limit: 100 });
}

for (const [claim, texts, queries] of CASES) {
  Deno.test(`searchIndex() finds ${claim}`, () => {
    for (const [query, ranks] of Object.entries(queries)) assertFound(texts, query, ranks);
  });
}

// The ranks of the texts of the setting that contain each query; `none` for none.
testClaims(`${import.meta.dirname}/../../fixtures/claims/text_index.txt`, ({ expected, texts: queries, setting }) => {
  const ranks = expected === "none" ? [] : expected.split(" ").map(Number);
  for (const query of queries) assertFound(setting.join(" ").split(" | "), query, ranks);
});

/** Ranks of the texts that `keepTextsWith` keeps of the first 32. */
function keptRanks(index: ReturnType<ReturnType<typeof textIndexBuilder>["finish"]>, query: string): number[] {
  const bits = Uint32Array.of(0xffffffff);
  keepTextsWith(index, bits, query);
  return Array.from({ length: 32 }, (_, rank) => rank).filter((rank) => bits[0]! >>> rank & 1);
}

function indexOf(texts: readonly string[]) {
  const builder = textIndexBuilder();
  for (const text of texts) builder.add(text);
  return builder.finish();
}

Deno.test("a text index distinguishes more tokens and ends of texts than 16 bits can number", () => {
  const words = Array.from({ length: 0x10000 }, (_, number) => ` w${number}`);
  const index = indexOf([words.join(""), " w65535 w3 w5", " w0 w4", " w65535"]);
  const kept = ["w65535 w3", "5535", "w5 w0", "w4463 w4464 w4465"].map((query) => keptRanks(index, query));
  assert.deepEqual(kept, [[1], [0, 1, 3], [], [0]]);
});

Deno.test("keepTextsWith() compares texts for three tokens and more, and only those with all pairs of neighbours", () => {
  const index = indexOf(["x a y", "x a z a y", "x ab z a y", "x y a", "ax a yb"]);
  const read = new Set<number>();
  const textStarts = new Proxy(index.textStarts, {
    get(target, key) {
      read.add(Number(key));
      return Reflect.get(target, key);
    },
  });
  const kept = (query: string) => keptRanks({ ...index, textStarts }, query);
  assert.deepEqual([kept("a"), kept("a y"), [...read]], [[0, 1, 2, 3, 4], [0, 1, 2, 4], []]);
  assert.deepEqual(kept("x a y"), [0, 4]);
  assert.deepEqual([...read].sort(), [0, 1, 2, 4, 5]);
});
