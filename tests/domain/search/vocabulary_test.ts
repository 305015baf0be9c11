import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import {
  buildVocabulary,
  tokenEqual,
  type TokenRange,
  tokensContaining,
  tokensEndingWith,
  tokensFrom,
} from "../../../domain/search/vocabulary.ts";

const token = fc.array(fc.constantFrom("a", "b", "'", "é", "配", "\ud83d"), { minLength: 1, maxLength: 4 }).map((
  units,
) => units.join(""));
const tokens = fc.uniqueArray(token, { maxLength: 60, size: "max" }).map((list) => list.sort());

function idsIn({ from, to }: TokenRange): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

Deno.test("the vocabulary finds exactly the tokens that equal, start, end or contain a text", () => {
  fc.assert(fc.property(tokens, token, (list, text) => {
    const vocabulary = buildVocabulary(list);
    const idsWhere = (test: (token: string) => boolean) => list.flatMap((token, id) => test(token) ? [id] : []);
    assert.deepEqual(idsIn(tokenEqual(vocabulary, text)), idsWhere((token) => token === text));
    assert.deepEqual(idsIn(tokensFrom(vocabulary, text)), idsWhere((token) => token.startsWith(text)));
    assert.deepEqual(tokensEndingWith(vocabulary, text), idsWhere((token) => token.endsWith(text)));
    assert.deepEqual(tokensContaining(vocabulary, text), idsWhere((token) => token.includes(text)));
  }));
});

Deno.test("the vocabulary finds a token once that contains a text twice", () => {
  assert.deepEqual(tokensContaining(buildVocabulary(["aba", "b", "baab"]), "a"), [0, 2]);
  assert.deepEqual(tokensContaining(buildVocabulary([]), "a"), []);
});
