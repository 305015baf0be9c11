import assert from "node:assert/strict";
import { testClaims } from "../../support/claims.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { seriousKinds, seriousReviews, withheldPraise } from "../../../domain/insights/serious_complaints.ts";

const said = (text: string, rating = 1) => seriousKinds({ rating, text });

// The kinds of a text's serious complaints, sorted; `none` for none.
testClaims(`${import.meta.dirname}/../../fixtures/claims/serious_complaints.txt`, ({ expected, texts }) => {
  for (const text of texts) assert.equal(said(text).toSorted().join(" ") || "none", expected, text);
});

Deno.test("a serious complaint needs a text and few stars", () => {
  assert.deepEqual(said("My phone was stolen in Lisbon, and they blocked the card at once.", 4), []);
  assert.deepEqual(seriousKinds({ rating: 1, text: null }), []);
});

Deno.test("the owner is shown serious complaints of the 500 newest reviews; among 20 of a subject one withholds praise", () => {
  const [fine, serious] = [reviewOf({ text: "Fine." }), reviewOf({ rating: 1, text: "Thieves." })];
  const after = (count: number) => [...Array.from({ length: count }, () => fine), serious];
  assert.deepEqual(seriousReviews(after(499)), [{ review: serious, kinds: ["theft"] }]);
  assert.deepEqual(seriousReviews(after(500)), []);
  const praise = (count: number) => withheldPraise(after(count).map((review) => ({ review })));
  assert.deepEqual([praise(19), praise(20)], [{ praise_withheld: true }, {}]);
});
