import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { cutTokens } from "../../../domain/search/text_tokens.ts";
import { readTokens, roomForText, spacesBefore } from "../../../domain/search/token_stream.ts";
import { tokenAt } from "../../../domain/search/vocabulary.ts";
import { awkwardText } from "../../support/reviews/review_of.ts";
import { tokenStreamOf } from "../../support/search/linear_search.ts";
import { foldText } from "../../../domain/normalize_text.ts";

Deno.test("a stream returns the tokens of each text and the spaces between them", () => {
  fc.assert(fc.property(fc.array(fc.option(awkwardText.map(foldText)), { maxLength: 20 }), (texts) => {
    const stream = tokenStreamOf(texts);
    const read = roomForText(stream);
    for (const [rank, text] of texts.entries()) {
      readTokens(stream, rank, read);
      const found = Array.from({ length: read.length }, (_, at) => ({
        text: tokenAt(stream.vocabulary, stream.idOf[read.numbers[at] ?? -1] ?? -1),
        spaces: spacesBefore(stream, read, at),
      }));
      assert.deepEqual(found, cutTokens(text ?? "").map(({ text, spaces }) => ({ text, spaces })));
    }
  }));
});

Deno.test("a stream takes one unit for a word with the usual spaces, three for one without", () => {
  assert.deepEqual([...tokenStreamOf(["b, a b", null, "a-b"]).ends], [4, 4, 4 + 2 + 3]);
});

Deno.test("a stream holds more tokens than fit in one unit, and more spaces than anybody types", () => {
  const words = Array.from({ length: 70_000 }, (_, number) => `w${number}`);
  const stream = tokenStreamOf([words.join(" "), `w69999${" ".repeat(70_000)}w3`, "w69998 w65533 w65534"]);
  const read = roomForText(stream);
  readTokens(stream, 1, read);
  assert.deepEqual([...read.numbers.subarray(0, 2), spacesBefore(stream, read, 1)], [69_999, 3, 65_535]);
  readTokens(stream, 2, read);
  assert.deepEqual([...read.numbers.subarray(0, 3)], [69_998, 65_533, 65_534]);
});
