import assert from "node:assert/strict";
import { helpfulness, helpfulOrder } from "../../../domain/search/helpful_order.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

const NEWEST = "2026-05-14";
const score = (members: Parameters<typeof reviewOf>[0]) => helpfulness(reviewOf(members), NEWEST);

Deno.test("helpfulness() grows with length, recency and photos, and with nothing else", () => {
  const text = "x".repeat(250);
  assert.equal(score({ text: null }), 0);
  assert.equal(score({ text, date: NEWEST }), 1);
  assert.equal(score({ text, date: "2025-05-14" }), 0.75);
  assert.equal(score({ text, date: NEWEST, attributes: { photos: ["https://images.example/1.jpg"] } }), 1.25);
  assert.equal(score({ text: text.repeat(9), date: NEWEST }), score({ text: text.repeat(2), date: NEWEST }));
  const others = { rating: 1, verified: false, owner_reply: { text: "Thanks.", date: NEWEST }, author: "Zoe" };
  assert.equal(score({ text, date: NEWEST, ...others }), 1);
});

Deno.test("helpfulOrder() has the stars of every beginning in the shares of all, and in each the most helpful first", () => {
  // Twelve reviews of five stars and four of one; a higher rank is more helpful.
  const fives = Uint32Array.from({ length: 12 }, (_, at) => at);
  const ones = Uint32Array.from({ length: 4 }, (_, at) => 12 + at);
  const order = [...helpfulOrder([fives, ones], Array.from({ length: 16 }, (_, rank) => rank))];
  for (let end = 4; end <= 16; end += 4) {
    assert.equal(order.slice(0, end).filter((rank) => rank >= 12).length, end / 4);
  }
  assert.deepEqual(order.filter((rank) => rank >= 12), [15, 14, 13, 12]);
  assert.deepEqual(order.filter((rank) => rank < 12), fives.toReversed().values().toArray());
  assert.deepEqual([...helpfulOrder([Uint32Array.of(0, 1, 2)], [0, 0, 0])], [0, 1, 2], "the newest among equals");
});
