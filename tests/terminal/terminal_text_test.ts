import fc from "fast-check";
import assert from "node:assert/strict";
import { cutText, padText, textWidth } from "../../terminal/terminal_text.ts";
import { endsBetweenClusters } from "../support/reviews/clusters.ts";

Deno.test("texts with wide characters are cut and filled to the columns that they take", () => {
  assert.deepEqual(["配管", "ﾊｲ", "😊", "e\u0301", "👍🏽", "अच्छे", "한글"].map(textWidth), [4, 2, 2, 1, 2, 3, 4]);
  assert.equal(padText("配管", 6), "配管  ");
  assert.equal(cutText("配管工事の人", 6), "配管…");
  assert.equal(cutText("one two three", 9), "one two…");
  assert.equal(cutText("one two", 7), "one two");
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 30 }), (text, columns) => {
    const cut = cutText(text, columns);
    assert.ok(textWidth(cut) <= columns);
    if (cut !== text) assert.ok(endsBetweenClusters(text, cut.length - 1));
  }));
});
