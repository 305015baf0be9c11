import assert from "node:assert/strict";
import type { Evidence } from "../../../../domain/insights/figures/evidence.ts";
import { trends } from "../../../../domain/insights/figures/trend.ts";
import type { Review } from "../../../../domain/review.ts";
import { EMPTY_ANALYSIS } from "../../../support/insights/reading_of.ts";
import { reviewOf, reviewsOf } from "../../../support/reviews/review_of.ts";

/** Reviews newest first: one in the newest month, then late and early ratings. */
function ratedReviews(late: readonly number[], early: readonly number[], newest = 3) {
  const of = (date: string) => (rating: number, index: number) =>
    reviewOf({ native: `${date} ${index}`, date, rating });
  return [of("2026-02-10")(newest, 0), ...late.map(of("2025-11-05")), ...early.map(of("2025-08-31"))];
}

const ratingTrend = (reviews: readonly Review[]) => trends(reviews).ofRatings();

Deno.test("the trend of ratings compares the means of three full months, and is stable when that may be chance", () => {
  assert.equal(ratingTrend(ratedReviews([5, 5, 5, 5, 4], [3, 3, 2, 3, 3])), "improving");
  assert.equal(ratingTrend(ratedReviews([3, 3, 2, 3, 3], [5, 5, 5, 5, 4])), "declining");
  assert.equal(ratingTrend(ratedReviews([5, 5, 5, 5, 5, 5, 5, 5, 5, 5], [5, 5, 5, 5, 5, 5, 5, 5, 5, 4])), "stable");
  assert.equal(ratingTrend(ratedReviews([5, 1, 5, 5, 5], [1, 5, 5, 1, 5])), "stable");
});

Deno.test("the trend of ratings needs five reviews on each side and leaves out the month of the newest", () => {
  assert.equal(ratingTrend([]), "insufficient_data");
  assert.equal(ratingTrend(ratedReviews([5, 5, 5, 5], [3, 3, 3, 3, 3], 5)), "insufficient_data");
  assert.equal(ratingTrend(ratedReviews([5, 5, 5, 5, 5], [3, 3, 3, 3], 5)), "insufficient_data");
});

const NEWEST = reviewOf({ native: "newest", date: "2026-02-10" });
const LATE = reviewsOf(20, { native: "late", date: "2025-12-05" });
const EARLY = reviewsOf(20, { native: "early", date: "2025-09-05" });
const REVIEWS = [NEWEST, ...LATE, ...EARLY];

function mention(review: Review, score: number): Evidence {
  const sentiment = score < 0 ? "negative" as const : "positive" as const;
  return { review, sentiment, score, spans: [], analysis: { ...EMPTY_ANALYSIS, sentiment, score } };
}

Deno.test("the trend of scores follows those who mention the thing, and needs ten of them on each side", () => {
  const { ofScores } = trends(REVIEWS);
  const said = (late: readonly number[], early: readonly number[]) => [
    mention(NEWEST, 1),
    ...late.map((score, n) => mention(LATE[n] ?? NEWEST, score)),
    ...early.map((score, n) => mention(EARLY[n] ?? NEWEST, score)),
  ];
  const [high, low] = [[0.8, 0.9, 0.7, 0.8, 0.9], [-0.5, 0.1, -0.2, 0, -0.4]].map((five) => [...five, ...five]);
  assert.ok(high !== undefined && low !== undefined);
  assert.equal(ofScores(said(high, low)), "improving");
  assert.equal(ofScores(said(low, high)), "declining");
  assert.equal(ofScores(said(Array(10).fill(0.5), Array(10).fill(0.47))), "stable");
  assert.equal(ofScores(said(high.slice(1), low)), "insufficient_data");
  assert.equal(ofScores(said(high, low.slice(1))), "insufficient_data");
  // Two standard errors: of twenty unchanged subjects, one differs by as much.
  const chance = (mean: number) => Array.from({ length: 10 }, (_, n) => mean + (n % 2 === 0 ? 0.3 : -0.3));
  assert.equal(ofScores(said(chance(0.3), chance(0))), "stable");
  assert.equal(ofScores([]), "insufficient_data");
});

Deno.test("the trend of a problem follows the share of all reviews that complain of it, not that mention it", () => {
  const { ofComplaints } = trends(REVIEWS);
  const of = (reviews: readonly Review[], score: number) => reviews.map((review) => mention(review, score));
  assert.equal(ofComplaints(of(EARLY.slice(0, 8), -1)), "improving");
  assert.equal(ofComplaints(of(LATE.slice(0, 8), -1)), "declining");
  assert.equal(ofComplaints([...of(LATE.slice(0, 5), -1), ...of(EARLY.slice(0, 6), -1)]), "stable");
  assert.equal(ofComplaints(of(LATE, 1)), "stable");
  assert.equal(trends([NEWEST, ...LATE]).ofComplaints(of(LATE, -1)), "insufficient_data");
});
