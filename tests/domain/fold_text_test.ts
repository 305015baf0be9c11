import { fc } from "../support/properties.ts";
import assert from "node:assert/strict";
import { foldText } from "../../domain/normalize_text.ts";

Deno.test("foldText() maps equivalent spellings to the same text", () => {
  assert.equal(foldText("  Great\tWORK \n"), "great\twork");
  assert.equal(foldText("ＧＲＥＡＴ\u3000work"), "great work");
  assert.equal(foldText("cafe\u0301"), foldText("CAF\u00c9"));
  assert.equal(foldText("eﬃcient ½"), "efficient 1\u20442");
  assert.equal(foldText("℡"), "tel");
  assert.equal(foldText("STRAẞE"), "straße");
  assert.equal(foldText("İ"), "i\u0307");
  assert.equal(foldText("J\u030c"), foldText("\u01f0"));
});

Deno.test("foldText() keeps different texts different", () => {
  assert.notEqual(foldText("don't"), foldText("don’t"));
  assert.notEqual(foldText("Straße"), foldText("Strasse"));
  assert.notEqual(foldText("cafe"), foldText("café"));
});

Deno.test("foldText() leaves lone surrogates and folded texts as they are", () => {
  assert.equal(foldText("\ud83dA\ude0a"), "\ud83da\ude0a");
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assert.equal(foldText(foldText(text)), foldText(text));
  }));
});
