import assert from "node:assert/strict";
import { mergeReviews, withoutPersonalAddresses } from "../../../domain/dataset/merge_reviews.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";

const ACME = businessOf({
  technicians: [{ id: "dan", name: "Daniel Roe", aliases: ["Dan"] }],
  services: [{ id: "ac-repair", label: "AC repair", aliases: ["air conditioner"] }],
});

Deno.test("mergeReviews() replaces a known id, adds a new one and keeps the rest", () => {
  const [old, edited, fresh] = [
    reviewOf({ native: "1" }),
    reviewOf({ native: "1", rating: 2, text: "Came back worse." }),
    reviewOf({ native: "2", date: "2026-06-01" }),
  ];
  const kept = reviewOf({ native: "3", date: "2026-01-01" });
  const { reviews, withheld } = mergeReviews({ business: ACME, reviews: [old, kept] }, [edited, fresh], ACME);
  assert.deepEqual([reviews, withheld.size], [[fresh, edited, kept], 0]);
});

Deno.test("mergeReviews() is the same whatever the order of the rows", () => {
  const rows = ["1", "2", "3", "4"].map((native) => reviewOf({ native }));
  const forward = mergeReviews(null, rows, ACME).reviews;
  assert.deepEqual(mergeReviews(null, rows.toReversed(), ACME).reviews, forward);
  assert.deepEqual(forward.map(({ id }) => id), rows.map(({ id }) => id).sort().reverse());
});

Deno.test("mergeReviews() publishes only verified reviews and withdraws one that no longer is", () => {
  const published = reviewOf({ native: "1" });
  const rows = [reviewOf({ native: "1", verified: false }), reviewOf({ native: "2", verified: false })];
  const merged = mergeReviews({ business: ACME, reviews: [published] }, rows, ACME);
  assert.deepEqual(merged.reviews, []);
  assert.deepEqual([...merged.withheld], rows.map(({ id }) => [id, "unverified"]));
});

Deno.test("mergeReviews() publishes a review of which the files hold a published and an unpublished version", () => {
  const shown = reviewOf({ native: "1" });
  for (
    const rows of [[shown, { ...shown, unpublished: true as const }], [{ ...shown, unpublished: true as const }, shown]]
  ) {
    const merged = mergeReviews(null, rows, ACME);
    assert.deepEqual([merged.reviews, merged.hidden, merged.withheld.size], [[shown], [], 0]);
  }
});

Deno.test("mergeReviews() brings an alias under the current id, but keeps the ids of a restored export", () => {
  const alias = reviewOf({ native: "2" });
  const known = reviewOf({ native: "1", aliases: [alias.id] });
  const merging = (isRestore: boolean) =>
    mergeReviews({ business: ACME, reviews: [known] }, [alias], ACME, undefined, isRestore).named;
  assert.deepEqual([...merging(false)], [known.id]);
  assert.deepEqual([...merging(true)], [alias.id]);
});

Deno.test("mergeReviews() adds the mentions it finds to those a file states", () => {
  const row = reviewOf({
    text: "Dan mended the air-conditioner.",
    mentioned_technicians: ["Someone Else"],
    mentioned_services: ["AC repair"],
  });
  const [review] = mergeReviews(null, [row], ACME).reviews;
  assert.deepEqual(review?.mentioned_technicians, ["Someone Else", "Daniel Roe"]);
  assert.deepEqual(review?.mentioned_services, ["ac-repair"]);
  assert.deepEqual(mergeReviews({ business: ACME, reviews: review ? [review] : [] }, [row], ACME).reviews, [review]);
});

Deno.test("mergeReviews() looks for names again in old reviews when the roster changes", () => {
  const row = reviewOf({ text: "Dan and Eve came.", mentioned_technicians: ["Stated"] });
  const { reviews } = mergeReviews(null, [row], ACME);
  const eve = businessOf({ technicians: [{ id: "eve", name: "Eve Poe", aliases: ["Eve"] }] });
  const [review] = mergeReviews({ business: ACME, reviews }, [], eve).reviews;
  assert.deepEqual(review?.mentioned_technicians, ["Stated", "Eve Poe"]);
});

Deno.test("mergeReviews() takes addresses out of author, text and reply, but not the business's own", () => {
  const business = businessOf({ email: "office@acme.example" });
  const row = reviewOf({
    author: "jo@mail.example",
    text: "Mail jo@mail.example from 10.1.2.3",
    owner_reply: { text: "Write to office@acme.example, not jo@mail.example", date: "2026-05-15" },
  });
  const [review] = mergeReviews(null, [row], business).reviews;
  assert.equal(review?.author, "Anonymous");
  assert.equal(review?.text, "Mail [e-mail address removed] from [IP address removed]");
  assert.equal(review?.owner_reply?.text, "Write to office@acme.example, not [e-mail address removed]");
});

const NONE = new Set<string>();

Deno.test("withoutPersonalAddresses() takes e-mail addresses out", () => {
  for (const address of ["jo@example.com", "JO.B+x@mail.example.co.uk", "jörg@münchen.example", "o'neil@example.org"]) {
    const text = `Write to ${address}, please.`;
    assert.equal(withoutPersonalAddresses(text, NONE), "Write to [e-mail address removed], please.", address);
  }
});

Deno.test("withoutPersonalAddresses() takes IP addresses out", () => {
  for (const address of ["192.168.1.20", "8.8.8.8", "2001:db8::1", "fe80::1", "2001:0db8:0:0:0:0:0:1"]) {
    assert.equal(withoutPersonalAddresses(`from ${address}.`, NONE), "from [IP address removed].", address);
  }
});

Deno.test("withoutPersonalAddresses() leaves what only looks like an address", () => {
  const texts =
    "met @ noon|@larkmoor is great|a@b|came at 10:30:45|std::string|version 1.2.3|12.50.300.1|1.2.3.4.5|$1.50";
  for (const text of texts.split("|")) assert.equal(withoutPersonalAddresses(text, NONE), text);
});

Deno.test("withoutPersonalAddresses() leaves the business's own address", () => {
  const allowed = new Set(["office@acme.example"]);
  const text = "Mail Office@acme.example, not me@acme.example";
  assert.equal(withoutPersonalAddresses(text, allowed), "Mail Office@acme.example, not [e-mail address removed]");
});

Deno.test("withoutPersonalAddresses() comes to an end on 100,000 characters that nearly are addresses", () => {
  // Unbounded repetitions took quadratic time on these texts: minutes.
  for (const piece of ["a", "a@", "@", "1.", "1:", "a.", "::"]) {
    const text = piece.repeat(100_000 / piece.length);
    assert.equal(withoutPersonalAddresses(text, NONE), text);
  }
});
