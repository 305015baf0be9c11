import assert from "node:assert/strict";
import { mergeSame, sameReviews, withoutAliases } from "../../../domain/dataset/same_reviews.ts";
import { compareReviews, type Review } from "../../../domain/review.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

const ann = (native: string, members: Partial<Review> = {}) =>
  reviewOf({ native, author: "Ann Roe", text: "Quick  and clean.", ...members });

function groups(...reviews: Review[]): string[][] {
  return sameReviews(reviews.sort(compareReviews)).map((group) => group.map(({ id }) => id).sort());
}

Deno.test("sameReviews() finds equal author, day, stars and text, whatever the spaces and capitals", () => {
  const [a, b] = [ann("1"), ann("2", { author: "ANN ROE", text: "quick and  Clean." })];
  assert.deepEqual(groups(a, b), [[a.id, b.id].sort()]);
  for (const other of [{ author: "Bob" }, { date: "2026-05-15" }, { rating: 4 }, { text: "Slow." }]) {
    assert.deepEqual(groups(a, ann("2", other)), [], JSON.stringify(other));
  }
});

Deno.test("sameReviews() needs a full name where there is no text, as many share a first name", () => {
  assert.equal(groups(ann("1", { text: null }), ann("2", { text: null })).length, 1);
  for (const author of ["Ann", "A Google User", "Anonymous", "Google User"]) {
    assert.deepEqual(groups(ann("1", { author, text: null }), ann("2", { author, text: null })), [], author);
  }
});

Deno.test("mergeSame() keeps the published review, with the members that only the others have", () => {
  const published = ann("1", { attributes: { product: "Mug" } });
  const other = ann("2", {
    source_url: "https://a.example/2",
    owner_reply: { text: "Thanks!", date: "2026-05-15" },
    attributes: { product: "Cup", visit_type: "Couple" },
    aliases: [reviewOf({ native: "3" }).id],
  });
  const all = [published, other].sort(compareReviews);
  const [merged, ...rest] = mergeSame(all, sameReviews(all), new Set([published.id]));
  assert.deepEqual(rest, []);
  assert.deepEqual(merged, {
    ...published,
    source_url: other.source_url,
    owner_reply: other.owner_reply,
    attributes: { product: "Mug", visit_type: "Couple" },
    aliases: [other.id, reviewOf({ native: "3" }).id].sort(),
  });
});

Deno.test("withoutAliases() brings a review under the id that took the place of its own", () => {
  const known = ann("1", { aliases: [ann("2").id], source_url: "https://a.example/1" });
  const [now, untouched] = withoutAliases([ann("2", { rating: 3 }), ann("9")], [known]);
  assert.deepEqual([now?.id, now?.rating, now?.source_url, now?.aliases], [
    known.id,
    3,
    "https://a.example/1",
    known.aliases,
  ]);
  assert.equal(untouched?.id, ann("9").id);
});

Deno.test("withoutAliases() only completes a review by a copy from another source", () => {
  const copy = ann("2", { source: "yelp", rating: 4, source_url: "https://b.example/2" });
  const known = ann("1", { aliases: [copy.id] });
  const completed = { ...known, source_url: "https://b.example/2" };
  assert.deepEqual(withoutAliases([copy], [known]), [completed]);
  assert.deepEqual(withoutAliases([{ ...copy, unpublished: true }], [known]), [{ ...completed, unpublished: true }]);
  const moved = { ...known, source: "yelp", rating: 2 };
  assert.deepEqual(withoutAliases([moved], [known]), [moved]);
});
