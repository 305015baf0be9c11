import assert from "node:assert/strict";
import type { Review } from "../../../../domain/review.ts";
import { REVIEWED_BUSINESS } from "../../../support/reviews/opinionated_reviews.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";
import { aggregated } from "../../../support/insights/said_of.ts";

/**
 * Reviews with other stars and no mentions, so that the average of a mentioned subject differs from that of all
 * reviews.
 */
const OTHERS = Array.from({ length: 200 }, (_, n) => reviewOf({ native: `other ${n}`, rating: 3, text: null }));

/** Reviews that mention punctuality. */
function said(positive: number, neutral: number, negative: number): readonly Review[] {
  const of = (count: number, rating: number, text: string) =>
    Array.from({ length: count }, (_, index) => reviewOf({ native: `${rating}-${index}`, rating, text }));
  return [
    ...of(positive, 5, "They arrived on time."),
    ...of(neutral, 3, "The window was nine to twelve."),
    ...of(negative, 1, "They were late again."),
  ];
}

const answerTo = (reviews: readonly Review[]) => aggregated(REVIEWED_BUSINESS, reviews).faq[0]?.answer;

Deno.test("faq() names a side only with many reviews, and quotes one review of five", () => {
  assert.equal(answerTo(said(4, 0, 0)), undefined);
  assert.equal(
    answerTo(said(5, 0, 0)),
    "Punctuality: 5 reviews mention this. One customer wrote: “They arrived on time.” (May 2026)",
  );
  assert.equal(
    answerTo(said(20, 0, 0)),
    "Punctuality: 20 reviews mention this, nearly all of them with praise. " +
      "One customer wrote: “They arrived on time.” (May 2026)",
  );
  assert.equal(
    answerTo(said(0, 0, 20)),
    "Punctuality: 20 reviews mention this, nearly all of them with complaints. " +
      "One customer wrote: “They were late again.” (May 2026)",
  );
  assert.match(answerTo(said(40, 5, 12)) ?? "", /^Punctuality: 57 reviews mention this, and praise clearly outweighs/);
  assert.match(answerTo(said(10, 5, 40)) ?? "", /^Punctuality: 55 reviews mention this, and complaints clearly/);
  assert.match(answerTo(said(12, 0, 8)) ?? "", /^Punctuality: 20 reviews mention this, some with praise and some/);
});

Deno.test("faq() quotes both sides, the greater first, where a fifth of the opinions are of the other", () => {
  assert.match(
    answerTo(said(40, 0, 10)) ?? "",
    / One customer wrote: “They arrived on time\.” \(May 2026\) Another: “They were late again\.” \(May 2026\)$/,
  );
  assert.match(
    answerTo(said(10, 0, 40)) ?? "",
    / One customer wrote: “They were late again\.” .* Another: “They arrived/,
  );
  assert.doesNotMatch(answerTo(said(40, 0, 9)) ?? "", /late again/);
});

Deno.test("faq() gives only counts if no side is certain, or quotations of both sides", () => {
  assert.match(
    answerTo(said(27, 0, 13)) ?? "",
    /^Punctuality: 40 reviews mention this\. One customer wrote: “They arrived .* Another: “They were late/,
  );
  assert.equal(answerTo([...said(27, 0, 0), ...unquotable(13)]), undefined);
});

const unquotable = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => reviewOf({ native: `u-${index}`, rating: 1, text: "and late, as always, late again" }),
  );

Deno.test("faq() omits a question with few opinions and no quotable sentence of one side", () => {
  assert.equal(answerTo([...said(10, 0, 0), ...unquotable(10)]), undefined);
  assert.equal(answerTo([...said(3, 0, 0), ...unquotable(3)]), undefined);
  assert.match(answerTo([...said(2, 0, 0), ...unquotable(20)]) ?? "", /^Punctuality: 22 reviews[^“]*$/);
  assert.match(answerTo([...said(5, 0, 0), ...unquotable(20)]) ?? "", /^Punctuality: 25 reviews[^“]*$/);
  assert.match(
    answerTo([...said(20, 0, 0), ...unquotable(5)]) ?? "",
    /^Punctuality: 25 reviews mention this, and praise .* “They arrived on time\.” \(May 2026\)$/,
  );
});

Deno.test("faq() omits technicians that the business does not list", () => {
  const reviews = ["1", "2", "3", "4", "5"].map((native) =>
    reviewOf({ native, text: "Zed was great.", mentioned_technicians: ["Zed"] })
  );
  const { faq, entities, summary } = aggregated(REVIEWED_BUSINESS, reviews);
  assert.equal(entities.technicians[0]?.mention_count, 5);
  assert.ok(!JSON.stringify([faq, summary]).includes("Zed"));
});

Deno.test("faq() and summary() write proper names as they are", () => {
  const rides = ["Iron Man Experience", "It's a Small World", "Water rides", "Wi-Fi"];
  const park = businessOf({
    name: "Park",
    services: rides.map((label, index) => ({ id: `ride-${index}`, label, aliases: [] })),
  });
  const reviews = rides.flatMap((label, ride) =>
    [1, 2, 3, 4, 5].map((n) =>
      reviewOf({ native: `${ride}-${n}`, text: `${label} was great fun.`, mentioned_services: [`ride-${ride}`] })
    )
  );
  const { faq } = aggregated(park, [...reviews, ...OTHERS]);
  assert.deepEqual(faq.map(({ question }) => question).toSorted(), [
    "How do customers rate “Iron Man Experience”?",
    "How do customers rate “It's a Small World”?",
    "How do customers rate “Water rides”?",
    "How do customers rate “Wi-Fi”?",
  ]);
});

Deno.test("faq() and summary() keep the capital of a word that reviews write with one", () => {
  const labels = ["Birchmere", "Plumbing", "Kiln"];
  const business = businessOf({
    services: labels.map((label, index) => ({ id: `service-${index}`, label, aliases: [] })),
  });
  const reviews = labels.flatMap((label, service) =>
    [1, 2, 3, 4, 5].map((n) =>
      reviewOf({
        native: `${service}-${n}`,
        text: service === 2 ? "Great." : `Good people for ${service === 0 || n === 1 ? label : label.toLowerCase()}.`,
        mentioned_services: [`service-${service}`],
      })
    )
  );
  assert.deepEqual(aggregated(business, [...reviews, ...OTHERS]).faq.map(({ question }) => question).toSorted(), [
    "How do customers rate “Birchmere”?",
    "How do customers rate “Kiln”?",
    "How do customers rate “Plumbing”?",
  ]);
});

Deno.test("faq() reports whether opinion has changed recently", () => {
  const ten = Array.from({ length: 10 }, (_, number) => String(number));
  const late = ten.map((number) =>
    reviewOf({ native: `late-${number}`, date: "2025-04-10", text: "They arrived on time." })
  );
  const early = ten.map((number) =>
    reviewOf({ native: `early-${number}`, date: "2025-01-10", rating: 2, text: "They were late again." })
  );
  const now = reviewOf({ native: "now", date: "2025-05-02", text: "They arrived on time." });
  assert.match(
    aggregated(REVIEWED_BUSINESS, [now, ...late, ...early]).faq[0]?.answer ?? "",
    / mention this, some with praise and some with complaints\. Opinion has improved over the last three full months\. /,
  );
});

Deno.test("faq() rates people, services and areas by the stars, and says nothing that holds of all reviews", () => {
  const told = (ratings: readonly number[], others: readonly number[], mentioned: Partial<Review>) =>
    aggregated(REVIEWED_BUSINESS, [
      ...ratings.map((rating, n) => reviewOf({ native: String(n), rating, text: null, ...mentioned })),
      ...others.map((rating, n) => reviewOf({ native: `other ${n}`, rating, text: null })),
    ]).faq.map(({ answer }) => answer);
  const ada = { mentioned_technicians: ["Ada"] };
  assert.deepEqual(told([5, 5, 5, 5, 5], [2, 2, 2, 2, 2], ada), [
    "5 reviews mention Ada, all with five stars; the average of all reviews is 3.5.",
  ]);
  assert.deepEqual(told([1, 1, 1, 1, 1], [2, 2, 2, 2, 2], ada), [
    "5 reviews mention Ada, all with one star; the average of all reviews is 1.5.",
  ]);
  assert.deepEqual(told([5, 4, 4, 5, 5], [1, 1, 1, 1, 1], { mentioned_services: ["water-heater"] }), [
    "Water heaters: 5 reviews mention this, with 4.6 stars on average; the average of all reviews is 2.8.",
  ]);
  assert.deepEqual(told([5, 4, 4, 5, 5], [5, 4, 5, 4, 5], ada), []);
  const said = Array.from(
    { length: 6 },
    (_, n) => reviewOf({ native: String(n), rating: 5, text: "Ada was great.", ...ada }),
  );
  assert.deepEqual(aggregated(REVIEWED_BUSINESS, said).faq.map(({ answer }) => answer), []);
});
