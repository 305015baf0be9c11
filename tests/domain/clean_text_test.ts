import { fc } from "../support/properties.ts";
import assert from "node:assert/strict";
import { cleanLine, cleanText, cleanTexts, foldText } from "../../domain/normalize_text.ts";

const unit = fc.oneof(
  fc.nat({ max: 0xffff }),
  fc.constantFrom(0x1b, 0x7f, 0x85, 0x9b, 0xd800, 0xdfff, 0xfffe, 0xffff, 0x0a, 0x0d, 0x09),
);
const anyText = fc.array(unit, { maxLength: 40 }).map((units) => String.fromCharCode(...units));

Deno.test("cleanText() leaves only what UTF-8, strict readers of JSON and XML 1.0 take, and changes it no more", () => {
  fc.assert(fc.property(anyText, (text) => {
    const clean = cleanText(text);
    assert.ok(clean.isWellFormed());
    assert.doesNotMatch(clean, /(?![\t\n])\p{Cc}|[\ufffe\uffff]/u);
    assert.equal(cleanText(clean), clean);
  }));
});

Deno.test("cleanText() keeps line breaks and tabs, cleanLine() makes spaces of them", () => {
  assert.equal(cleanText(" a\r\n\tb\u009b\ud800 "), "a\n\tb\ufffd");
  assert.equal(cleanLine(" a\r\n\tb \n c"), "a b c");
});

Deno.test("cleanTexts() cleans every text of a value, names as lines, and nothing else", () => {
  const value = {
    name: "A\u001b[1m\nB",
    description: "A\r\nB",
    geo: { latitude: 1.5 },
    url: null,
    list: ["\ud800", 2],
  };
  assert.deepEqual(cleanTexts(value, ["description"]), {
    name: "A[1m B",
    description: "A\nB",
    geo: { latitude: 1.5 },
    url: null,
    list: ["\ufffd", 2],
  });
});

Deno.test("foldText() maps equivalent spellings to the same text, and no others", () => {
  assert.equal(foldText("  Great\tWORK \n"), "great\twork");
  assert.equal(foldText("ＧＲＥＡＴ\u3000work"), "great work");
  assert.equal(foldText("cafe\u0301"), foldText("CAF\u00c9"));
  assert.equal(foldText("eﬃcient ½"), "efficient 1\u20442");
  assert.equal(foldText("℡"), "tel");
  assert.equal(foldText("STRAẞE"), "straße");
  assert.equal(foldText("İ"), "i\u0307");
  assert.equal(foldText("J\u030c"), foldText("\u01f0"));
  for (const [one, other] of [["don't", "don’t"], ["Straße", "Strasse"], ["cafe", "café"]] as const) {
    assert.notEqual(foldText(one), foldText(other));
  }
});

Deno.test("foldText() leaves lone surrogates and folded texts as they are", () => {
  assert.equal(foldText("\ud83dA\ude0a"), "\ud83da\ude0a");
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assert.equal(foldText(foldText(text)), foldText(text));
  }));
});
