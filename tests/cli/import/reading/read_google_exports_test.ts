import assert from "node:assert/strict";
import { reviewId } from "../../../../domain/review_id.ts";
import { fixture, leftOutOf, read, readText, where } from "../../../support/import/import_reading.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

const ROSA = reviewId(["google", "AbFvOqn_Invented-Id_1"]);

Deno.test("readImportFiles() reads Google Business Profile pages and keeps original texts", async () => {
  const files = await read(["google_api_page_1.json"]);
  assert.deepEqual(files.formats, ["google-business-profile"]);
  const google = { source: "google", verification: "platform" } as const;
  assert.deepEqual(files.reviews, [
    reviewOf({
      ...{ ...google, id: ROSA, author: "Rosa Invented", rating: 5, date: "2024-03-01" },
      author_avatar_url: "https://lh3.example.com/a/one=s120",
      text: "Schnell und freundlich.",
      owner_reply: { text: "Vielen Dank!", date: "2024-03-03" },
    }),
    reviewOf({
      ...{ ...google, id: reviewId(["google", "AbFvOqn_Invented-Id_2"]), author: "A Google User" },
      ...{ rating: 2, date: "2024-02-01", text: null },
    }),
  ]);
});

Deno.test("readImportFiles() takes photos of Google, and no reply that Google does not show", async () => {
  const states = ["PENDING", "REJECTED", "APPROVED", "REVIEW_REPLY_STATE_UNSPECIFIED"];
  const reviews = states.map((state, index) => ({
    name: `accounts/1/locations/2/reviews/r${index}`,
    reviewId: `r${index}`,
    reviewer: { displayName: "Ann Invented" },
    starRating: "FOUR",
    createTime: "2024-07-01T08:00:00Z",
    updateTime: "2024-07-01T08:00:00Z",
    reviewReply: {
      ...{ comment: "Thanks!", updateTime: "2024-07-02T08:00:00Z", reviewReplyState: state, policyViolation: "NONE" },
    },
    reviewMediaItems: [{ thumbnailUrl: "https://lh3.example.com/p/1" }, { videoUrl: "https://video.example.com/2" }],
    reviewReplyUrl: "https://business.example.com/reply",
  }));
  const { reviews: read, understood } = await readText("google.json", JSON.stringify({ reviews }));
  assert.deepEqual(read.map(({ owner_reply }) => owner_reply?.text ?? null), [null, null, "Thanks!", "Thanks!"]);
  assert.deepEqual(read[0]?.attributes, { photos: ["https://lh3.example.com/p/1"] });
  assert.deepEqual(understood.map(({ understanding }) => understanding.doubts), [[]]);
});

Deno.test("readImportFiles() keeps the newest version of a review in API pages and a Takeout", async () => {
  const names = ["google_api_page_1.json", "google_takeout.json"];
  for (const inOrder of [names, names.toReversed()]) {
    const files = await read(inOrder);
    assert.equal(files.reviews.find(({ id }) => id === ROSA)?.text, "Schnell und freundlich.");
    assert.deepEqual([files.reviews.length, files.rows], [2, 4]);
    assert.deepEqual(files.faultKinds, []);
    assert.deepEqual(leftOutOf(files), [["without a rating", 1]]);
  }
});

Deno.test("readImportFiles() gives one Google review the same id from every format", async () => {
  const formats = {
    "google_takeout.json": "google-business-profile",
    "outscraper.csv": "outscraper",
    "outscraper_flat.json": "outscraper",
    "outscraper_places.json": "outscraper",
    "apify.json": "apify",
    "apify.csv": "apify",
  };
  const names = Object.keys(formats);
  for (const name of names) assert.equal((await read([name])).reviews[0]?.id, ROSA, name);
  const all = await read(names);
  assert.deepEqual(all.formats, Object.values(formats));
  assert.equal(all.reviews.filter(({ id }) => id === ROSA).length, 1);
  assert.equal(all.reviews[0]?.text, "Schnell und freundlich.");
});

Deno.test("readImportFiles() reads Outscraper CSV with its month-first dates and epoch seconds", async () => {
  const files = await read(["outscraper.csv"]);
  assert.deepEqual(files.faultKinds, []);
  assert.deepEqual(files.place, { name: "Brightwater Plumbing" });
  const url = "https://maps.example.com/reviews/";
  assert.deepEqual(
    files.reviews.map(({ date, text, source_url, owner_reply }) => [date, text, source_url, owner_reply?.date]),
    [
      ["2024-03-01", "Quick and friendly.\nCame the same day.", `${url}1`, "2024-03-03"],
      ["2024-01-01", null, `${url}2`, undefined],
    ],
  );
});

Deno.test("readImportFiles() reads Outscraper places and gives the line of a nested review", async () => {
  const files = await read(["outscraper_places.json"]);
  assert.deepEqual(files.place, { name: "Brightwater Plumbing" });
  assert.equal(files.reviews.length, 1);
  assert.deepEqual(where(files), [[20, "review_rating"]]);
  assert.deepEqual((await read(["outscraper_flat.json"])).place, {
    name: "Brightwater Plumbing",
    url: "https://brightwater.example.com/",
    telephone: "+1 555-0100",
    category: "Plumber",
    address: {
      street_address: "1 Sample Street",
      locality: "Springfield",
      region: "Illinois",
      postal_code: "62701",
      country: "US",
    },
    geo: { latitude: 39.8, longitude: -89.6 },
  });
});

Deno.test("readImportFiles() refuses the relative dates of Apify and leaves out other platforms", async () => {
  const files = await read(["apify.json"]);
  assert.deepEqual(files.faultKinds.map(({ first }) => ({ ...first, allowed: String(first.allowed) })), [{
    file: fixture("apify.json"),
    line: 32,
    field: "publishAt",
    value: "a year ago",
    allowed: "a calendar date such as 2024-05-31, or --relative-to with the day of the export",
  }]);
  assert.deepEqual(leftOutOf(files), [["not written on Google", 1]]);
  assert.equal(files.reviews[0]?.text, "Schnell und freundlich.");
});

Deno.test("readImportFiles() takes the business from the place that the rows name, as long as it is one", async () => {
  const ada = { author_title: "Ada", review_rating: 5, review_timestamp: 1709335815 };
  const row = (name: string) => ({ ...ada, name, review_id: name });
  const two = JSON.stringify([row("One"), row("Two"), row("One")]);
  assert.equal((await readText("a.json", two, { places: ["all"] })).place, null);
  assert.deepEqual((await readText("a.json", two, { places: ["Two"] })).place, { name: "Two" });
  assert.deepEqual((await readText("a.json", JSON.stringify([row("One"), row("One")]))).place, { name: "One" });
});

Deno.test("numbered columns of a table are one list", async () => {
  const { reviews: [review] } = await read(["apify_photos.csv"]);
  const photos = [1, 2].map((n) => `https://maps.example.com/photo/${n}`);
  assert.deepEqual(review?.attributes?.photos, photos);
});
