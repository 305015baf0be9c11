import assert from "node:assert/strict";
import { SPAN, wordSpans } from "../../../../domain/insights/text/word_spans.ts";
import { wordsOf } from "../../../../domain/insights/text/words_of.ts";

const PARTS =
  "a Z 7 ' ` ’ it's _ < <3 3 : :) ;-D =( - -- — – … “ ” ‘ , . ! ( ) D , é ´ 日 😀 \u0301 © # $ £ ½ 𝐌 👍🏽 \ud83d \udc00"
    .split(" ")
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

/** What a word is. */
const WORD =
  /(?:[$£€](?=[0-9]))?[\p{L}\p{M}\p{N}]+(?:['’`´ʼ][\p{L}\p{M}]+)*|<3|[:;=]-?[()D](?![\p{L}\p{N}])|\p{Extended_Pictographic}/gu;

Deno.test("sentences of any script are split into the words that the expression finds", () => {
  for (const row of rows()) {
    const { spans, length } = wordSpans(row);
    const found: string[] = [];
    for (let at = 0; at < length; at += SPAN) found.push(row.slice(spans[at], spans[at + 1]));
    assert.deepEqual(found, row.match(WORD) ?? [], JSON.stringify(row));
  }
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
