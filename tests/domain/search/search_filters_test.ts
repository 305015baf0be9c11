import { fc, runs } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { SearchFilters } from "../../../domain/search/search_filters.ts";

const unit = fc.oneof(
  fc.constantFrom(" ", "\t", "\n", "\u00a0", "\u2003", "\u2028", "\ufeff", "\u007f", "\u0085", "a", "é", "字", "💧"),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
);

Deno.test("a query is any text that is not blank and has no control character of ASCII", () => {
  fc.assert(
    fc.property(fc.string({ unit, minLength: 1, maxLength: 12 }), (query) => {
      const isText = query.trim() !== "" && ![...query].some((one) => one < " " || one === "\u007f");
      assert.equal(SearchFilters.safeParse({ query }).success, isText, JSON.stringify(query));
    }),
    runs(5000),
  );
});

Deno.test("a long text that is no query is refused in time that grows with its length alone", () => {
  for (const part of [" ", "a", " a", "\u00a0"]) {
    // In quadratic time it would take minutes.
    const query = part.repeat(500_000) + "\u0007";
    assert.equal(SearchFilters.safeParse({ query }).success, false, JSON.stringify(part));
  }
});
