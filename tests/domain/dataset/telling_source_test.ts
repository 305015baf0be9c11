import assert from "node:assert/strict";
import { tellingSource } from "../../../domain/dataset/erase_reviews.ts";

Deno.test("tellingSource() detects an author's name in a file name, however it is written", () => {
  const isTelling = tellingSource(["José García-Ruiz", "🙂"]);
  for (
    const source of [
      "José García-Ruiz.csv",
      "exports/jose_garcia_ruiz.csv",
      "JoseGarciaRuiz (2).json",
      "jose%20garcia%20ruiz.csv".replaceAll("%20", "+"),
      "garcia-ruiz, jose.xlsx",
      "from 🙂.csv",
    ]
  ) {
    assert.ok(isTelling(source), source);
  }
  for (const source of ["jose.csv", "garcia.csv", "reviews.csv", "josef garcia ruiz.csv", ""]) {
    assert.ok(!isTelling(source), source);
  }
  assert.ok(!tellingSource([])("reviews.csv"));
  assert.ok(!tellingSource([" "])("my reviews.csv"));
});
