import assert from "node:assert/strict";
import { isQuotable, isTornOut } from "../../../../domain/insights/quotes/quotable.ts";
import { testClaims } from "../../../support/claims.ts";

// The sentiment that a sentence may be quoted for: `negative`, `negative alone` or `neither`.
testClaims(`${import.meta.dirname}/../../../fixtures/claims/quotable.txt`, ({ expected, texts }) => {
  for (const sentence of texts) {
    assert.equal(isQuotable(sentence, "negative"), expected !== "neither", sentence);
    if (expected !== "negative") assert.equal(isQuotable(sentence, "positive"), false, sentence);
  }
});

Deno.test("isTornOut() detects sentences that begin in lower case, or with 'they' after another sentence", () => {
  const quoted = "They were rude all day.";
  assert.equal(isTornOut(quoted, `My neighbours heard the drill. ${quoted}`), true);
  assert.equal(isTornOut(quoted, quoted), false);
  const goesOn = (rest: string) => isTornOut("It was easy to send the lot.", `It was easy to send the lot. ${rest}`);
  for (const rest of ["through this app.", "and nobody came", "because of the crew.", "to my bank"]) {
    assert.equal(goesOn(rest), true, rest);
  }
  for (const rest of ["they came at noon.", "the price was fair.", "Through it.", ""]) {
    assert.equal(goesOn(rest), false, rest);
  }
});
