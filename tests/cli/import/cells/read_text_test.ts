import assert from "node:assert/strict";
import { originalText, readOriginal, readText, readUrl, titledText } from "../../../../cli/import/cells/read_text.ts";
import { ValueFault } from "../../../../cli/import/cells/row_reader.ts";

Deno.test("readText() makes line breaks LF, trims, composes, and removes control characters and lone surrogates", () => {
  const texts = [
    [" a\r\nb\rc\n\td \r\n", "a\nb\nc\n\td"],
    ["a\u0000b\u0008c\u001b[1md", "abc[1md"],
    ["a\u007fb\u0080c\u0085d\u009b1me\ufffef\uffff", "abcd1mef"],
    ["a\ud800b", "a\ufffdb"],
    ["Cafe\u0301", "Café"],
  ];
  for (const [text, read] of texts) assert.equal(readText(text, 100), read);
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
  assert.equal(String(long.allowed), "at most 1,000 characters");
  for (const value of [5, true, {}, ["a"]]) assert.ok(readText(value, 100) instanceof ValueFault);
});

Deno.test("readOriginal() removes tags and entities of HTML, but not from other texts with < and &", () => {
  const texts = {
    "<p>Quick</p><p>Friendly</p>": "Quick\nFriendly",
    "<del>Bad</del> <q>Good</q> <strike>or</strike> <code>fine</code>": "Bad Good or fine",
    "Nice <font color='red'>place</font><hr><small>again</small>": "Nice placeagain",
    "<table><tr><td>Good</td></tr><tr><td>work</td></tr></table>": "Good\nwork",
    "&frac12; price &amp; more": "½ price & more",
  };
  for (const [html, text] of Object.entries(texts)) assert.equal(readOriginal(html, {}, 500), text);
  for (const text of ["a < b and c > d", "5 <3 it", "Fine & good", "press <Enter> twice", "R&D; sales"]) {
    assert.equal(readOriginal(text, {}, 500), text);
  }
  assert.equal(readOriginal("<b>ours</b>", { ownIds: true }, 500), "<b>ours</b>");
});

Deno.test("originalText() returns the original before or after Google's translation, and other texts unchanged", () => {
  assert.equal(originalText("(Translated by Google) Good\nwork\n\n(Original)\nGute\nArbeit"), "Gute\nArbeit");
  assert.equal(originalText("(Translated by Google) Good (Original) Gut"), "Gut");
  assert.equal(originalText("Gute\nArbeit\n\n(Translated by Google)\nGood\nwork"), "Gute\nArbeit");
  assert.equal(originalText("(Original)\nGut\n\n(Translated by Google)\nGood"), "Gut");
  assert.equal(originalText("(Translated by Google) Good"), "Good");
  for (
    const text of [
      "My menu says (Translated by Google) everywhere",
      "Ask for the sauce (Original) please",
      "(Translated by Google)",
    ]
  ) assert.equal(originalText(text), text);
});

Deno.test("titledText() joins title and text unless the text begins with the title", () => {
  assert.equal(titledText("Great", "They came."), "Great\nThey came.");
  assert.equal(titledText("Great work", "Great work, thanks."), "Great work, thanks.");
  assert.equal(titledText("Gut", "Gute Ware"), "Gut\nGute Ware");
  assert.equal(titledText("Great work and…", "Great work and fair."), "Great work and fair.");
  assert.equal(titledText("Great work...", "Great work and fair."), "Great work and fair.");
  assert.equal(titledText("Great", null), "Great");
  assert.equal(titledText(null, "They came."), "They came.");
  assert.equal(titledText(null, null), null);
});

Deno.test("readUrl() accepts http and https and takes an empty value for none", () => {
  assert.equal(readUrl(" https://a.example/x?y=1 "), "https://a.example/x?y=1");
  assert.equal(readUrl("http://a.example"), "http://a.example");
  assert.equal(readUrl("http://a.example/\tb"), "http://a.example/b");
  for (const value of ["", " ", "N/A", null, undefined]) assert.equal(readUrl(value), null);
});

Deno.test("readUrl() refuses what could harm readers or is no absolute URL", () => {
  const wrong =
    "https://user@a.example/ https://user:word@a.example/ https://@a.example@b.example javascript:alert(1) " +
    "data:text/html,x ftp://a.example //a.example/x /x a.example";
  for (const value of [...wrong.split(" "), 5, `https://a.example/${"x".repeat(2048)}`]) {
    assert.ok(readUrl(value) instanceof ValueFault, String(value).slice(0, 40));
  }
});
