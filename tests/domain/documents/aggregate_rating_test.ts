import assert from "node:assert/strict";
import { AggregateRating, aggregateRating } from "../../../domain/documents/aggregate_rating.ts";

Deno.test("aggregateRating() gives mean, count and distribution", () => {
  const rating = aggregateRating([5, 5, 4, 1].map((rating) => ({ rating })));
  assert.deepEqual(rating, {
    rating_value: 3.75,
    review_count: 4,
    best_rating: 5,
    worst_rating: 1,
    distribution: { "1": 1, "2": 0, "3": 0, "4": 1, "5": 2 },
  });
});

Deno.test("aggregateRating() has a null mean without reviews", () => {
  const rating = aggregateRating([]);
  assert.equal(rating.rating_value, null);
  assert.equal(AggregateRating.safeParse(rating).success, true);
});

Deno.test("aggregateRating() rounds half up to two decimals", () => {
  // 801 / 200 = 4.005, which binary fractions store slightly too low.
  const reviews = [...Array(199).fill({ rating: 4 }), { rating: 5 }];
  assert.equal(aggregateRating(reviews).rating_value, 4.01);
  assert.equal(aggregateRating([5, 5, 4].map((rating) => ({ rating }))).rating_value, 4.67);
});
