import assert from "node:assert/strict";
import { beginningOf, firstCharacter, shortened } from "../../domain/cut_text.ts";
import { fc } from "../support/properties.ts";
import { endsBetweenClusters } from "../support/reviews/clusters.ts";

Deno.test("a text is cut between two characters as people see them, and as late as it may be", () => {
  for (const whole of ["e\u0301", "👍🏽", "👨‍👩‍👧", "🇩🇪", "क्षि", "\r\n", "\u06001", "©\ufe0f"]) {
    for (let most = 3; most < whole.length + 3; most++) {
      assert.equal(beginningOf(`One${whole}, two`, most), "One");
      assert.equal(shortened(`One${whole}, two`, most + 1), "One…");
    }
    assert.equal(beginningOf(`One${whole}, two`, whole.length + 3), `One${whole}`);
    assert.equal(firstCharacter(`${whole}, two`), whole);
  }
  assert.equal(shortened("🇩🇪🇫🇷🇪🇸", 11), "🇩🇪🇫🇷…");
  assert.equal(shortened("one two", 7), "one two");
  assert.equal(shortened("one two", 5), "one…");
  assert.equal(firstCharacter(""), "");
  const awkward = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.string({ unit: "binary", maxLength: 30 }),
  );
  fc.assert(fc.property(awkward, fc.nat({ max: 40 }), (text, most) => {
    const beginning = beginningOf(text, most);
    assert.ok(text.startsWith(beginning) && beginning.length <= most);
    const ends = Array.from({ length: most + 1 }, (_, end) => end).filter((end) => endsBetweenClusters(text, end));
    assert.equal(beginning.length, ends.at(-1));
  }));
});
