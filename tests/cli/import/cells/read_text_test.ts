import assert from "node:assert/strict";
import { originalText, readText, titledText } from "../../../../cli/import/cells/read_text.ts";
import { ValueFault } from "../../../../cli/import/cells/row_reader.ts";

Deno.test("readText() makes line breaks LF and trims", () => {
  assert.equal(readText(" a\r\nb\rc\n\td \r\n", 100), "a\nb\nc\n\td");
});

Deno.test("readText() removes control characters and replaces lone surrogates", () => {
  assert.equal(readText("a\u0000b\u0008c\u001b[1md", 100), "abc[1md");
  assert.equal(readText("a\u007fb\u0080c\u0085d\u009b1me\ufffef\uffff", 100), "abcd1mef");
  assert.equal(readText("a\ud800b", 100), "a\ufffdb");
  assert.equal(readText("a\tb\nc", 100), "a\tb\nc");
});

Deno.test("readText() composes characters (NFC)", () => {
  assert.equal(readText("Cafe\u0301", 100), "Café");
});

Deno.test("readText() takes empty texts and N/A for no text", () => {
  for (const value of ["", "  \r\n\t", "\u0000", "\ufeff", "N/A", " n/a ", null, undefined]) {
    assert.equal(readText(value, 100), null, JSON.stringify(value));
  }
  assert.equal(readText("N/A for me", 100), "N/A for me");
});

Deno.test("readText() refuses what is too long or no text", () => {
  assert.equal(readText(` ${"x".repeat(1000)} `, 1000), "x".repeat(1000));
  const long = readText("x".repeat(1001), 1000);
  assert.ok(long instanceof ValueFault);
  assert.equal(long.allowed, "at most 1,000 characters");
  for (const value of [5, true, {}, ["a"]]) assert.ok(readText(value, 100) instanceof ValueFault);
});

Deno.test("originalText() returns the original, whether it precedes or follows the translation", () => {
  assert.equal(originalText("(Translated by Google) Good\nwork\n\n(Original)\nGute\nArbeit"), "Gute\nArbeit");
  assert.equal(originalText("(Translated by Google) Good (Original) Gut"), "Gut");
  assert.equal(originalText("Gute\nArbeit\n\n(Translated by Google)\nGood\nwork"), "Gute\nArbeit");
  assert.equal(originalText("(Original)\nGut\n\n(Translated by Google)\nGood"), "Gut");
});

Deno.test("originalText() returns texts unchanged whose marks are not Google's", () => {
  assert.equal(originalText("(Translated by Google) Good"), "Good");
  assert.equal(
    originalText("My menu says (Translated by Google) everywhere"),
    [
      "My menu says (Translated by Google) everywhere",
    ].join(),
  );
  assert.equal(originalText("Ask for the sauce (Original) please"), "Ask for the sauce (Original) please");
  assert.equal(originalText("(Translated by Google)"), "(Translated by Google)");
});

Deno.test("titledText() joins title and text unless the text begins with the title", () => {
  assert.equal(titledText("Great", "They came."), "Great\nThey came.");
  assert.equal(titledText("Great work", "Great work, thanks."), "Great work, thanks.");
  assert.equal(titledText("Great work and…", "Great work and fair."), "Great work and fair.");
  assert.equal(titledText("Great work...", "Great work and fair."), "Great work and fair.");
  assert.equal(titledText("Great", null), "Great");
  assert.equal(titledText(null, "They came."), "They came.");
  assert.equal(titledText(null, null), null);
});
