import assert from "node:assert/strict";
import { sharedTerms } from "../../../../domain/insights/text/shared_terms.ts";
import { termFault } from "../../../../domain/insights/text/term_pattern.ts";
import { testClaims } from "../../../support/claims.ts";
import { wordsOf } from "../../../../domain/insights/text/words_of.ts";

/** The words of a text that a term matches. */
function found(term: string, text: string): readonly string[] {
  const index = sharedTerms([[term, "it"]]);
  const words = wordsOf(text);
  return words.flatMap((_, at) => {
    const hit = index.longestAt(words, at);
    return hit === null ? [] : [words.slice(at, at + hit.length).map(({ text }) => text).join(" ")];
  });
}

// The words of a text that the term of the setting finds; `nothing` for none.
testClaims(`${import.meta.dirname}/../../../fixtures/claims/terms.txt`, ({ expected, texts: [text = ""], setting }) => {
  assert.equal(found(setting.join(" "), text).join(", ") || "nothing", expected, `${setting.join(" ")}: ${text}`);
});

Deno.test("terms that begin alike are found together, and the longest of all counts", () => {
  const index = sharedTerms([
    ["(never|nobody) ... (came|called)", "a"],
    ["never (came|showed) up", "b"],
    ["never ... up", "c"],
    ["never mind", "d"],
  ], ["never fed up"]);
  const at = (text: string) => index.longestAt(wordsOf(text), 0)?.value ?? null;
  assert.deepEqual(at("never came"), ["a"]);
  assert.deepEqual(at("never came up"), ["b", "c"]);
  assert.deepEqual(at("never ever showed up"), ["c"]);
  assert.deepEqual(at("never fed up"), []);
  assert.deepEqual(at("never mind"), ["d"]);
  assert.equal(at("never minded"), null);
});

Deno.test("a term whose signs make no sense is refused with a sentence", () => {
  for (
    const [term, message] of [
      ["...", /holds no word/],
      ["#", /holds no word/],
      ["(|)", /holds no word/],
      ["... late", /begins or ends with "\.\.\."/],
      ["late (again ...|twice)", /begins or ends with "\.\.\."/],
      ["came | was late", /a bar outside of round brackets/],
      ["(a|(b|c)) d", /a bar outside of round brackets/],
    ] as const
  ) assert.match(termFault(term) ?? "", message);
  for (const term of ["$#", "(came|was) late", "late (again|)", ":)", "hidden fee*"]) {
    assert.equal(termFault(term), null);
  }
});

Deno.test("a long text of one repeated word is searched in a time that grows with its length", () => {
  const index = sharedTerms([["a ... b ... c ... d", 1], ["# ... #", 2], ["(a|b|c) ... (a|b|c) ... e", 3]]);
  for (const word of ["a ", "1.", "a b "]) {
    const words = wordsOf(word.repeat(20_000));
    let looks = 0;
    const counted = new Proxy(words, { get: (list, key) => (looks++, Reflect.get(list, key)) });
    for (const at of words.keys()) index.longestAt(counted, at);
    assert.ok(looks >= words.length && looks < 200 * words.length, `${word}: ${looks} looks`);
  }
});
