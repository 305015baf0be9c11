import assert from "node:assert/strict";
import { mergeReviews, withoutPersonalAddresses } from "../../../domain/dataset/merge_reviews.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";

const ACME = businessOf({
  technicians: [{ id: "dan", name: "Daniel Roe", aliases: ["Dan"] }],
  services: [{ id: "ac-repair", label: "AC repair", aliases: ["air conditioner"] }],
});

Deno.test("mergeReviews() is the same whatever the order of the rows", () => {
  const rows = ["1", "2", "3", "4"].map((native) => reviewOf({ native }));
  const forward = mergeReviews(null, rows, { business: ACME }).reviews;
  assert.deepEqual(mergeReviews(null, rows.toReversed(), { business: ACME }).reviews, forward);
  assert.deepEqual(forward.map(({ id }) => id), rows.map(({ id }) => id).sort().reverse());
});

Deno.test("mergeReviews() publishes a review of which the files hold a published and an unpublished version", () => {
  const shown = reviewOf({ native: "1" });
  const unpublished = { ...shown, unpublished: true as const };
  for (const rows of [[shown, unpublished], [unpublished, shown]]) {
    const merged = mergeReviews(null, rows, { business: ACME });
    assert.deepEqual([merged.reviews, merged.hidden, merged.withheld.size], [[shown], [], 0]);
  }
});

Deno.test("mergeReviews() brings an alias under the current id, but keeps the ids of a restored export", () => {
  const alias = reviewOf({ native: "2" });
  const known = reviewOf({ native: "1", aliases: [alias.id] });
  const merging = (isRestore: boolean) =>
    mergeReviews({ business: ACME, reviews: [known] }, [alias], { business: ACME }, undefined, isRestore).named;
  assert.deepEqual([...merging(false)], [known.id]);
  assert.deepEqual([...merging(true)], [alias.id]);
});

Deno.test("mergeReviews() adds the mentions it finds to those a file states", () => {
  const row = reviewOf({
    text: "Dan mended the air-conditioner.",
    mentioned_technicians: ["Someone Else"],
    mentioned_services: ["AC repair"],
  });
  const [review] = mergeReviews(null, [row], { business: ACME }).reviews;
  assert.deepEqual(review?.mentioned_technicians, ["Someone Else", "Daniel Roe"]);
  assert.deepEqual(review?.mentioned_services, ["ac-repair"]);
  const current = { business: ACME, reviews: [review!] };
  assert.deepEqual(mergeReviews(current, [row], { business: ACME }).reviews, [review]);
});

Deno.test("mergeReviews() looks for names again in old reviews when the roster changes", () => {
  const row = reviewOf({ text: "Dan and Eve came.", mentioned_technicians: ["Stated"] });
  const { reviews } = mergeReviews(null, [row], { business: ACME });
  const eve = businessOf({ technicians: [{ id: "eve", name: "Eve Poe", aliases: ["Eve"] }] });
  const [review] = mergeReviews({ business: ACME, reviews }, [], { business: eve }).reviews;
  assert.deepEqual(review?.mentioned_technicians, ["Stated", "Eve Poe"]);
});

Deno.test("mergeReviews() takes addresses out of all words of people, but not the business's own", () => {
  const business = businessOf({ email: "office@acme.example" });
  const row = reviewOf({
    author: "jo@mail.example",
    text: "Mail jo@mail.example from 10.1.2.3",
    owner_reply: { text: "Write to office@acme.example, not jo@mail.example", date: "2026-05-15" },
    incentive: "Sent to jo@mail.example",
    attributes: { product: "jo@mail.example", visit_type: "jo@mail.example", place: "jo@mail.example" },
  });
  const [review] = mergeReviews(null, [row], { business }).reviews;
  assert.equal(review?.author, "Anonymous");
  assert.equal(review?.text, "Mail [e-mail address removed] from [IP address removed]");
  assert.equal(review?.owner_reply?.text, "Write to office@acme.example, not [e-mail address removed]");
  assert.equal(review?.incentive, "Sent to [e-mail address removed]");
  assert.deepEqual(new Set(Object.values(review?.attributes ?? {})), new Set(["[e-mail address removed]"]));
});

Deno.test("withoutPersonalAddresses() takes addresses out, but not the business's own nor what only looks like one", () => {
  const allowed = new Set(["office@acme.example"]);
  const cases = {
    "[e-mail address removed]":
      "jo@example.com JO.B+x@mail.example.co.uk jörg@münchen.example o'neil@example.org me@acme.example",
    "[IP address removed]": "192.168.1.20 8.8.8.8 2001:db8::1 fe80::1 2001:0db8:0:0:0:0:0:1",
    "": "Office@acme.example met@noon @larkmoor a@b 10:30:45 std::string 1.2.3 12.50.300.1 1.2.3.4.5 $1.50",
  };
  for (const [note, texts] of Object.entries(cases)) {
    for (const text of texts.split(" ")) {
      const expected = `Write to ${note || text}, please.`;
      assert.equal(withoutPersonalAddresses(`Write to ${text}, please.`, allowed), expected);
    }
  }
});

Deno.test("withoutPersonalAddresses() comes to an end on 100,000 characters that nearly are addresses", () => {
  // Unbounded repetitions took quadratic time on these texts: minutes.
  for (const piece of ["a", "a@", "@", "1.", "1:", "a.", "::"]) {
    const text = piece.repeat(100_000 / piece.length);
    assert.equal(withoutPersonalAddresses(text, new Set()), text);
  }
});
