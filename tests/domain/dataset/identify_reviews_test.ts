import assert from "node:assert/strict";
import { identifyReviews } from "../../../domain/dataset/identify_reviews.ts";
import { compareReviews, type ImportedReview, type Review } from "../../../domain/review.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { mergeSame, sameReviews, withoutAliases } from "../../../domain/dataset/same_reviews.ts";
import { tellingSource } from "../../../domain/dataset/erase_reviews.ts";

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
  const unnamed = row({ author: "Anonymous", text: null });
  assert.deepEqual(taken([...repeated, unnamed], ...others, known({ text: null })), ["0 1 -1", 0]);
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
  assert.deepEqual(several.doubts.map((one) => ({ ...one, why: String(one.why) })), [{
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
  assert.deepEqual(now, { ...known, rating: 3 });
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

Deno.test("tellingSource() detects an author's name in a file name, however it is written", () => {
  const isTelling = tellingSource(["José García-Ruiz", "🙂"]);
  const telling = "José García-Ruiz.csv|exports/jose_garcia_ruiz.csv|JoseGarciaRuiz (2).json|jose+garcia+ruiz.csv|" +
    "garcia-ruiz, jose.xlsx|from 🙂.csv";
  for (const source of telling.split("|")) assert.ok(isTelling(source), source);
  for (const source of ["jose.csv", "garcia.csv", "reviews.csv", "josef garcia ruiz.csv", ""]) {
    assert.ok(!isTelling(source), source);
  }
  assert.ok(!tellingSource([])("reviews.csv"));
  assert.ok(!tellingSource([" "])("my reviews.csv"));
});
