import assert from "node:assert/strict";
import { Business } from "../../../domain/business.ts";
import { mergeReviews } from "../../../domain/dataset/merge_reviews.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { Review } from "../../../domain/review.ts";
import { rosterFaults } from "../../../domain/roster.ts";

const { business, reviews } = sampleDataset();

Deno.test("the sample dataset is valid and is what an import of it would publish", () => {
  assert.deepEqual(Business.parse(business), business);
  assert.deepEqual(rosterFaults(business), []);
  for (const review of reviews) assert.deepEqual(Review.parse(review), review);
  assert.deepEqual(mergeReviews(null, reviews, { business }).reviews, reviews);
});

Deno.test("the sample dataset has the shape of real reviews of a home-service business", () => {
  const share = (rating: number) => reviews.filter((review) => review.rating === rating).length / reviews.length;
  assert.ok(reviews.length >= 150);
  assert.ok(Math.abs(share(5) - 0.73) < 0.03 && Math.abs(share(1) - 0.17) < 0.03);
  const praise = reviews.filter(({ rating, text }) => rating === 5 && text !== null);
  const named = praise.filter(({ mentioned_technicians }) => mentioned_technicians.length > 0);
  assert.ok(named.length > praise.length * 0.75);
  assert.ok(reviews.some(({ text }) => text === null) && reviews.some(({ owner_reply }) => owner_reply !== null));
  const years = (Date.parse(reviews[0]?.date ?? "") - Date.parse(reviews.at(-1)?.date ?? "")) / (365.25 * 864e5);
  assert.ok(years > 2.9);
  for (const script of [/\p{sc=Han}/u, /\p{sc=Cyrillic}/u, /\p{sc=Arabic}/u, /\p{Emoji_Presentation}/u, /</]) {
    assert.ok(reviews.some(({ text }) => script.test(text ?? "")), String(script));
  }
});

Deno.test("the sample dataset names no address that could be somebody's", () => {
  const text = JSON.stringify({ business, reviews });
  for (const [host] of text.matchAll(/(?<=https?:\/\/)[^/"]+/g)) assert.match(host, /\.example$/);
  for (const [, host] of text.matchAll(/@([\w.-]+)/g)) assert.match(host ?? "", /\.example$/);
});
