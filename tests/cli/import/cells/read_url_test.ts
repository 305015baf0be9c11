import assert from "node:assert/strict";
import { readUrl } from "../../../../cli/import/cells/read_text.ts";
import { ValueFault } from "../../../../cli/import/cells/row_reader.ts";

Deno.test("readUrl() accepts http and https and takes an empty value for none", () => {
  assert.equal(readUrl(" https://a.example/x?y=1 "), "https://a.example/x?y=1");
  assert.equal(readUrl("http://a.example"), "http://a.example");
  assert.equal(readUrl("http://a.example/\tb"), "http://a.example/b");
  for (const value of ["", " ", "N/A", null, undefined]) assert.equal(readUrl(value), null);
});

Deno.test("readUrl() refuses what could harm readers or is no absolute URL", () => {
  const wrong = [
    "https://user@a.example/",
    "https://user:word@a.example/",
    "https://@a.example@b.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://a.example",
    "//a.example/x",
    "/x",
    "a.example",
    5,
  ];
  for (const value of [...wrong, `https://a.example/${"x".repeat(2048)}`]) {
    assert.ok(readUrl(value) instanceof ValueFault, String(value).slice(0, 40));
  }
});
