import assert from "node:assert/strict";
import type { Review } from "../../../../domain/review.ts";
import { REVIEWED_BUSINESS } from "../../../support/reviews/opinionated_reviews.ts";
import { businessOf, reviewOf, reviewsOf } from "../../../support/reviews/review_of.ts";
import { aggregated } from "../../../support/insights/reading_of.ts";

/** Reviews that mention punctuality. */
function said(positive: number, neutral: number, negative: number): readonly Review[] {
  return [
    ...reviewsOf(positive, { native: "good", text: "They arrived on time." }),
    ...reviewsOf(neutral, { native: "fair", rating: 3, text: "The window was nine to twelve." }),
    ...reviewsOf(negative, { native: "bad", rating: 1, text: "They were late again." }),
  ];
}

const answerTo = (reviews: readonly Review[]) => aggregated(REVIEWED_BUSINESS, reviews).faq[0]?.answer;

const PRAISE = "“They arrived on time.” (May 2026)";
const BLAME = "“They were late again.” (May 2026)";

Deno.test("faq() answers from five opinions on with the two counts and a sentence of each side that a fifth take, the greater first", () => {
  assert.equal(answerTo(said(4, 0, 0)), undefined);
  const cases: readonly (readonly [positive: number, neutral: number, negative: number, quotes: string])[] = [
    [5, 0, 0, PRAISE],
    [1, 2, 20, BLAME],
    [40, 0, 9, PRAISE],
    [40, 0, 10, `${PRAISE} Another: ${BLAME}`],
    [10, 0, 40, `${BLAME} Another: ${PRAISE}`],
  ];
  for (const [positive, neutral, negative, quotes] of cases) {
    const count = positive + neutral + negative;
    const counts = `Punctuality: ${count} reviews, ${positive} with praise and ${negative} with criticism.`;
    assert.equal(answerTo(said(positive, neutral, negative)), `${counts} One customer wrote: ${quotes}`);
  }
});

const unquotable = (count: number) =>
  reviewsOf(count, { native: "u", rating: 1, text: "and late, as always, late again" });

Deno.test("faq() omits a question without a quotable sentence of each side that is shown", () => {
  const answerWith = (praise: number, blame: number) => answerTo([...said(praise, 0, 0), ...unquotable(blame)]);
  for (const [praise, blame] of [[27, 13], [3, 3], [2, 20]] as const) {
    assert.equal(answerWith(praise, blame), undefined);
  }
  assert.match(answerWith(21, 5) ?? "", /^Punctuality: 26 reviews, 21 with praise and 5 /);
});

Deno.test("faq() omits technicians that the business does not list", () => {
  const reviews = reviewsOf(5, { text: "Zed was great.", mentioned_technicians: ["Zed"] });
  const { faq, entities, summary } = aggregated(REVIEWED_BUSINESS, reviews);
  assert.equal(entities.technicians[0]?.mention_count, 5);
  assert.ok(!JSON.stringify([faq, summary]).includes("Zed"));
});

Deno.test("faq() writes proper names as they are", () => {
  const rides = ["Iron Man Experience", "It's a Small World", "Water rides", "Wi-Fi"];
  const park = businessOf({
    name: "Park",
    services: rides.map((label, index) => ({ id: `ride-${index}`, label, aliases: [] })),
  });
  const reviews = rides.flatMap((label, ride) =>
    reviewsOf(5, { native: `${ride} `, text: `The ${label} was great fun.`, mentioned_services: [`ride-${ride}`] })
  );
  const { faq } = aggregated(park, reviews);
  const questions = rides.map((label) => `How do customers rate “${label}”?`);
  assert.deepEqual(faq.map(({ question }) => question).toSorted(), questions);
});

Deno.test("faq() reports whether opinion has changed recently", () => {
  const late = reviewsOf(10, { native: "late", date: "2025-04-10", text: "They arrived on time." });
  const early = reviewsOf(10, { native: "early", date: "2025-01-10", rating: 2, text: "They were late again." });
  const now = reviewOf({ native: "now", date: "2025-05-02", text: "They arrived on time." });
  assert.match(
    aggregated(REVIEWED_BUSINESS, [now, ...late, ...early]).faq[0]?.answer ?? "",
    / 11 with praise and 10 with criticism\. Opinion has improved over the last three full months\. One /,
  );
});

Deno.test("a person or service is quoted by a sentence that names it, and by none where no review has one", () => {
  const told = (text: string | null) =>
    aggregated(REVIEWED_BUSINESS, reviewsOf(6, { text, mentioned_technicians: ["Ada"] }));
  assert.deepEqual(told(null).faq, []);
  const { faq: [answered], entities: { technicians: [ada] } } = told("Ada was great with our old heater.");
  assert.equal(
    answered?.answer,
    "Ada: 6 reviews, 6 with praise and 0 with criticism. " +
      "One customer wrote: “Ada was great with our old heater.” (May 2026)",
  );
  assert.deepEqual(ada?.quotes?.map(({ sentiment, text }) => [sentiment, text]), [
    ["positive", "Ada was great with our old heater."],
  ]);
});
