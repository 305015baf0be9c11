import assert from "node:assert/strict";
import { aggregateRating } from "../../../../domain/documents/aggregate_rating.ts";
import { summary, type SummaryFigures } from "../../../../domain/insights/prose/summary.ts";
import { businessOf, reviewsOf } from "../../../support/reviews/review_of.ts";
import { aggregated } from "../../../support/insights/reading_of.ts";

const FIGURES: Omit<SummaryFigures, "aspects"> = {
  entities: aggregated(businessOf(), []).entities,
  rating: aggregateRating(Array.from({ length: 2000 }, () => ({ rating: 4 }))),
  latest: "2026-05-02",
  languages: [],
  trend: "stable",
  labelOf: (label) => label.toLowerCase(),
};

const BUSINESS = businessOf({ technicians: [{ id: "ada", name: "Ada", aliases: [] }] });

Deno.test("summary() tells the stars as they are, and rounds no share to all or nothing", () => {
  const told = (ratings: readonly number[]) => {
    const rating = aggregateRating(ratings.map((rating) => ({ rating })));
    return summary(BUSINESS, { ...FIGURES, aspects: [], rating }) ?? "";
  };
  assert.match(told([5, 5, 5, 1, 3, 2]), /stars; 50% give four or five stars and 33% one or two\.$/);
  assert.match(told([5, 5, 5, 5, 5, 5, 5, 1]), /stars; 88% give four or five stars and 12% one or two\.$/);
  assert.match(told([5, 5, 5, 5, 5, 1, 1, 1]), /stars; 62% give four or five stars and 38% one or two\.$/);
  assert.match(told([5, 4, 4, 5, 5]), / stars, all of them with four or five\.$/);
  assert.match(told([5, 5, 5, 5, 5]), / reviews, all with five stars\.$/);
  assert.match(told([1, 1, 2, 1, 1]), / stars, all of them with one or two\.$/);
  assert.match(told([3, 3, 3, 3, 3]), / reviews, all with three stars\.$/);
  const nearly = / stars; more than 99% give four or five stars and less than 1% one or two\.$/;
  assert.match(told([1, ...Array(499).fill(5)]), nearly);
});

Deno.test("summary() names the months in which ratings have changed", () => {
  const told = (trend: SummaryFigures["trend"]) => summary(BUSINESS, { ...FIGURES, aspects: [], trend }) ?? "";
  const higher = /From February 2026 to April 2026 ratings were higher than in the three months before\./;
  assert.match(told("improving"), higher);
  assert.match(told("declining"), / ratings were lower than /);
  for (const trend of ["stable", "insufficient_data", null] as const) assert.doesNotMatch(told(trend), /From/);
});

/** An aspect with these counts of reviews. */
function aspect(label: string, mention_count: number, positive_count: number, negative_count: number) {
  return { ...aggregated(BUSINESS, []).aspects[0]!, label, mention_count, positive_count, negative_count };
}

Deno.test("summary() names what the home page names, with the numbers of praise and criticism", () => {
  const aspects = [
    aspect("Price", 43, 15, 15),
    aspect("Work", 80, 68, 11),
    aspect("Waiting time", 40, 3, 35),
    aspect("Manners", 11, 11, 0),
  ];
  const text = summary(BUSINESS, { ...FIGURES, aspects });
  assert.match(text ?? "", /Mostly praised: work \(68 with praise, 11 with criticism\) and manners \(11, 0\)\./);
  assert.match(text ?? "", /Mostly criticised: waiting time \(3 with praise, 35 with criticism\)\./);
  assert.match(text ?? "", /Opinions differ: price \(15 with praise, 15 with criticism\)\./);
});

Deno.test("summary() omits differing opinions of few mentions if others have many", () => {
  const aspects = [aspect("Food", 226, 99, 64), aspect("Parking", 27, 13, 14)];
  const text = summary(BUSINESS, { ...FIGURES, aspects: [aspects[0]!] }) ?? "";
  assert.match(text, /Opinions differ: food \(99 with praise, 64 with criticism\)\./);
  assert.equal(summary(BUSINESS, { ...FIGURES, aspects }), text);
});

Deno.test("summary() keeps a business with a hostile name on one line", () => {
  const business = businessOf({ name: 'Acme "\n# Heating' });
  assert.ok(aggregated(business, reviewsOf(5, { text: null })).summary?.startsWith("Acme # Heating has 5 reviews"));
});

Deno.test("summary() names problems that five reviews tell of", () => {
  const leaks = (count: number) => {
    const of = (at: number) => at < count ? { rating: 2, text: "An awful leak." } : { text: "Great." };
    return aggregated(BUSINESS, reviewsOf(50, of)).summary ?? "";
  };
  assert.match(leaks(5), /A problem that reviews tell of: leaks \(5 reviews\)\./);
  assert.doesNotMatch(leaks(4), /problem/);
});
