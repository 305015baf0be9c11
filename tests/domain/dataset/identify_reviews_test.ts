import assert from "node:assert/strict";
import { identifyReviews } from "../../../domain/dataset/identify_reviews.ts";
import type { ImportedReview, Review } from "../../../domain/review.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

const WORDS = "They came within the hour and mended the tap.";
const ANN: Partial<Review> = { author: "Ann Roe", text: WORDS };

const known = (members: Partial<Review> = {}, native = "known") => reviewOf({ native, ...ANN, ...members });
const row = (members: Partial<Review> = {}, native = "row"): ImportedReview => ({
  ...reviewOf({ native, ...ANN, ...members }),
  unnumbered: true,
});

/** The known review that the row matches, and whether the match is in doubt. */
function taken(rows: readonly ImportedReview[], ...published: readonly Review[]): readonly [string, number] {
  const { reviews, doubts } = identifyReviews(rows, published);
  const ids = reviews.map(({ id }) => published.findIndex((one) => one.id === id));
  return [ids.join(" "), doubts.length];
}

Deno.test("a row is its known review despite other stars, similar text, or a changed author", () => {
  for (
    const edit of [{ rating: 1 }, { text: `${WORDS} Update: it holds.` }, { author: "Ann Row" }, { text: "Changed." }]
  ) assert.deepEqual(taken([row(edit)], known()), ["0", 0], JSON.stringify(edit));
});

Deno.test("another source, place, product, or both author and text make another review", () => {
  const place = (place: string): Partial<Review> => ({ attributes: { place } });
  const product = (product: string): Partial<Review> => ({ attributes: { product } });
  for (
    const [a, b] of [
      [{ source: "yelp" }, {}],
      [place("North"), place("South")],
      [product("Mug"), product("Cup")],
      [{ author: "Ben Poe", text: "Good." }, { text: "Good." }],
      [{ author: "Ben Poe", text: null }, { text: null }],
      [{ author: "Anonymous", text: "Late." }, { author: "Anonymous" }],
      [{ author: "Anonymous", text: null }, { author: "Anonymous", text: null, rating: 4 }],
      [{ author: "Ann", text: "Late." }, { author: "Ann", text: "Quick." }],
    ] satisfies [Partial<Review>, Partial<Review>][]
  ) assert.deepEqual(taken([row(a)], known(b)), ["-1", 0], JSON.stringify([a, b]));
});

Deno.test("rows with source ids or equal to a known review match no other review", () => {
  const { unnumbered: _, ...numbered } = row({ rating: 1 });
  assert.deepEqual(taken([numbered], known()), ["-1", 0]);
  assert.deepEqual(taken([row({}, "known"), row({ text: "Another visit." })], known()), ["0 -1", 0]);
});

Deno.test("in a full export, a missing and a new review of one day match", () => {
  const others = ["1", "2"].map((native) => known({ author: `Other ${native}`, text: null }, native));
  const repeated = others.map((review): ImportedReview => ({ ...review, unnumbered: true }));
  for (
    const [a, b] of [
      [{ author: "Ben Poe", text: "Good." }, { text: "Good." }],
      [{ author: "Ann", text: "Late." }, { author: "Ann", text: "Quick." }],
    ] satisfies [Partial<Review>, Partial<Review>][]
  ) assert.deepEqual(taken([...repeated, row(a)], ...others, known(b)), ["0 1 2", 0], JSON.stringify([a, b]));
  assert.deepEqual(taken([...repeated, row({ author: "Anonymous", text: null })], ...others, known({ text: null })), [
    "0 1 -1",
    0,
  ]);
});

Deno.test("another day raises a doubt, unless a full export would also contain the known review", () => {
  const days = ["2026-05-01", "2026-05-31"];
  const others = days.map((date) => known({ author: "Other", text: null, date }, date));
  const repeated = others.map((review): ImportedReview => ({ ...review, unnumbered: true }));
  const files = [...repeated, row({ date: "2026-05-15" })];
  assert.deepEqual(taken(files, ...others, known({ date: "2026-05-14" })), ["0 1 2", 0]);
  assert.deepEqual(taken(files, ...others, known({ date: "2026-04-14" })), ["0 1 2", 1]);
});

Deno.test("a doubt names both reviews and its reason: several matches, or only the day differs", () => {
  const several = identifyReviews([row({ text: `${WORDS} Yes.` }), row({ text: `${WORDS} No.` }, "2")], [known()]);
  assert.deepEqual(several.doubts, [{
    kept: `Ann Roe, 2026-05-14, 5 stars: ${WORDS}`,
    joined: `Ann Roe, 2026-05-14, 5 stars: ${WORDS} Yes.`,
    why: "author and day are equal, the texts alike, and others fit as well",
  }]);
  assert.deepEqual(taken([row({ date: "2026-05-15" })], known()), ["0", 1]);
});

Deno.test("thousands of reviews with one author and day are not compared", () => {
  const many = (text: string) =>
    Array.from({ length: 5000 }, (_, n) => row({ author: "Anonymous", text: `${n} ${text}` }, `${n} ${text}`));
  assert.equal(identifyReviews(many("now"), many("then")).doubts.length, 0);
});
