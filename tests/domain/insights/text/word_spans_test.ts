import assert from "node:assert/strict";
import { spansOfAnyScript, wordSpans } from "../../../../domain/insights/text/word_spans.ts";
import { wordsOf } from "../../../../domain/insights/text/words_of.ts";

const PARTS = "a Z 7 ' ` ’ it's _ < <3 3 : :) ;-D =( - -- — – … “ ” ‘ , . ! ( ) D , é ´ 日 😀 \u0301 © # $ £".split(" ")
  .concat(
    " ",
    "\n",
  );

/** Every row of three parts, and of four with a space or letter before the last. */
function* rows(): Generator<string> {
  for (const first of PARTS) {
    for (const second of PARTS) {
      for (const third of PARTS) {
        yield* [first + second + third, `${first}${second} ${third}b`, `it${first}s${second}${third}`];
      }
    }
  }
}

Deno.test("plain sentences are split into the same words as by the expression for any script", () => {
  for (const row of rows()) assert.deepEqual([...wordSpans(row)], [...spansOfAnyScript(row)], JSON.stringify(row));
});

Deno.test("equal spellings have one number, other ones another, and so have words of one hash", () => {
  // The hash of the letters, by 31, is the same for both.
  const [first, second, again] = wordsOf("AaZz BBZz AaZz");
  assert.equal(first?.text, "aazz");
  assert.equal(second?.text, "bbzz");
  assert.equal(again?.number, first?.number);
  assert.notEqual(second?.number, first?.number);
});

Deno.test("a very long word has no number and is read like any other", () => {
  const long = "Good".repeat(20);
  const [once, twice] = [wordsOf(long)[0], wordsOf(`${long} ${long}`)[1]];
  assert.equal(once?.number, 0);
  assert.equal(twice?.text, long.toLowerCase());
});
