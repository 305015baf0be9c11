import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { reviewFigures } from "../../../domain/documents/review_figures.ts";
import { reviewTallyBuilder } from "../../../domain/documents/review_policy.ts";
import type { Review } from "../../../domain/review.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { AggregateRating, aggregateRating } from "../../../domain/documents/aggregate_rating.ts";

function figuresOf(reviews: readonly Review[]) {
  const tally = reviewTallyBuilder();
  for (const review of reviews) tally.add(review);
  return reviewFigures({ tally: tally.finish(), business: { same_as: [], review_links: [] } });
}

Deno.test("ratings by source and replies are those of a plain loop over the reviews", () => {
  const review = fc.record({
    source: fc.constantFrom("google", "yelp", "csv"),
    rating: fc.integer({ min: 1, max: 5 }),
    replied: fc.option(fc.integer({ min: 1, max: 28 })),
  }).map(({ source, rating, replied }) =>
    reviewOf({
      source,
      rating,
      date: "2026-02-10",
      owner_reply: replied === null ? null : { text: "Thanks.", date: `2026-02-${String(replied).padStart(2, "0")}` },
    })
  );
  fc.assert(fc.property(fc.array(review, { maxLength: 30 }), (reviews) => {
    const { ratings_by_source, replies } = figuresOf(reviews);
    const found = ratings_by_source.map(({ source, review_count, rating_value }) => {
      const own = reviews.filter((one) => one.source === source);
      const mean = own.reduce((sum, { rating }) => sum + rating, 0) / own.length;
      assert.equal(review_count, own.length);
      assert.ok(Math.abs(mean - (rating_value ?? 0)) <= 0.005001);
      return source;
    });
    assert.deepEqual(new Set(found), new Set(reviews.map(({ source }) => source)));
    const replied = reviews.flatMap(({ owner_reply: reply }) => reply ? [Number(reply.date.slice(8))] : []);
    const days = replied.map((day) => Math.max(0, day - 10)).sort((a, b) => a - b);
    assert.equal(replies.replied_count, days.length);
    assert.equal(replies.median_days, days[Math.ceil(days.length / 2) - 1] ?? null);
    const share = reviews.length === 0 ? null : Math.round(days.length / reviews.length * 1000) / 10;
    assert.equal(replies.replied_pct, share);
  }));
});

Deno.test("spellings of a source with other capitals are one source, named as most reviews name it", () => {
  const reviews = ["google", "Google", "Google", "Own survey"].map((source, at) =>
    reviewOf({ source, rating: at < 3 ? 5 - at : 1, verification: at === 0 ? "business" : "platform" })
  );
  const rows = figuresOf(reviews).ratings_by_source.map((one) => [one.source, one.review_count, one.rating_value]);
  assert.deepEqual(rows, [["Google", 3, 4], ["Own survey", 1, 1]]);
  const tally = reviewTallyBuilder();
  reviews.forEach(tally.add);
  assert.deepEqual(tally.finish().sources[0]?.verification, { business: 1, platform: 2 });
});

Deno.test("aggregateRating() gives mean, count and distribution, rounds half up, and has a null mean without reviews", () => {
  const meanOf = (stars: readonly number[]) => aggregateRating(stars.map((rating) => ({ rating })));
  assert.deepEqual(meanOf([5, 5, 4, 1]), {
    rating_value: 3.75,
    review_count: 4,
    best_rating: 5,
    worst_rating: 1,
    distribution: { "1": 1, "2": 0, "3": 0, "4": 1, "5": 2 },
  });
  // 801 / 200 = 4.005, which binary fractions store slightly too low.
  assert.equal(meanOf([...Array(199).fill(4), 5]).rating_value, 4.01);
  assert.equal(meanOf([5, 5, 4]).rating_value, 4.67);
  assert.equal(meanOf([]).rating_value, null);
  assert.equal(AggregateRating.safeParse(meanOf([])).success, true);
});
