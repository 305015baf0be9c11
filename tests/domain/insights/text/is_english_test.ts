import assert from "node:assert/strict";
import { isEnglish } from "../../../../domain/insights/quotes/quotable.ts";

Deno.test("a foreign name does not make a sentence foreign, a majority of foreign function words does", () => {
  assert.equal(isEnglish("The tacos at El Sol were the best that we have had."), true);
  assert.equal(isEnglish("El Sol, muy bueno"), false);
  assert.equal(isEnglish("The El Sol"), false);
});
