import assert from "node:assert/strict";
import { bitsetLength, firstRanks } from "../../../domain/search/rank_set.ts";
import { cutTokens } from "../../../domain/search/text_tokens.ts";
import { addRanksOfPairs, buildTokenPairs, type TokenPairs } from "../../../domain/search/token_pairs.ts";
import { tokenAt } from "../../../domain/search/vocabulary.ts";
import { tokenStreamOf } from "../../support/search/linear_search.ts";

// "the" is followed by 300 words, so that its pairs fill several stretches between two posts. Some occur in many texts,
// some twice in one text.
const TEXTS = Array.from(
  { length: 400 },
  (_, rank) =>
    rank % 9 === 8 ? null : `the w${rank % 300} and the  w${rank * 7 % 300}, the w${rank % 5} the w${rank % 5}. end`,
);
const stream = tokenStreamOf(TEXTS);
const tokens = Array.from(stream.idOf.keys(), (id) => tokenAt(stream.vocabulary, id));

function found(pairs: TokenPairs, first: number, spaces: number, from: number, to: number): number[] {
  const bits = new Uint32Array(bitsetLength(TEXTS.length));
  addRanksOfPairs(pairs, bits, { first, spaces, second: { from, to } });
  return firstRanks(bits, TEXTS.length);
}

function expected(first: number, spaces: number, from: number, to: number): number[] {
  const second = new Set(tokens.slice(from, to));
  return TEXTS.flatMap((text, rank) => {
    const cut = cutTokens(text ?? "");
    return cut.some((token, at) =>
        cut[at - 1]?.text === tokens[first] && Math.min(token.spaces, 2) === spaces && second.has(token.text)
      )
      ? [rank]
      : [];
  });
}

// Sorts all pairs at once, and those of one first token at a time.
for (const sortedAtOnce of [undefined, 1]) {
  Deno.test(`addRanksOfPairs() finds the texts of every pair and range, ${sortedAtOnce ?? "all"} sorted at once`, () => {
    const pairs = buildTokenPairs(stream, sortedAtOnce);
    assert.ok(pairs.posts.length > 2, `${pairs.posts.length} posts`);
    for (const spaces of [0, 1, 2]) {
      for (const first of tokens.keys()) {
        const seconds = tokens[first] === "the" ? [...tokens.keys()] : [0, 1, tokens.length - 1];
        for (const second of seconds) {
          assert.deepEqual(
            found(pairs, first, spaces, second, second + 1),
            expected(first, spaces, second, second + 1),
            `${tokens[first]} ${spaces} ${tokens[second]}`,
          );
        }
        assert.deepEqual(found(pairs, first, spaces, 5, 5), []);
      }
      const the = tokens.indexOf("the");
      for (const [from, to] of [[0, tokens.length], [20, 60], [100, 300]] as const) {
        assert.deepEqual(found(pairs, the, spaces, from, to), expected(the, spaces, from, to), `${from} ${to}`);
      }
    }
  });
}

Deno.test("buildTokenPairs() lists nothing where there are no pairs", () => {
  for (const texts of [[], [null], ["one", "two"]]) assert.equal(buildTokenPairs(tokenStreamOf(texts)).bytes.length, 0);
});
