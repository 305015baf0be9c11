import assert from "node:assert/strict";
import { reviewId } from "../../../../domain/review_id.ts";
import { fixture, read, readText, where } from "../../../support/import/import_reading.ts";

const ROSA = reviewId(["google", "AbFvOqn_Invented-Id_1"]);

Deno.test("readImportFiles() reads Google Business Profile pages and keeps original texts", async () => {
  const files = await read(["google_api_page_1.json"]);
  assert.deepEqual(files.formats, ["google-business-profile"]);
  assert.deepEqual(files.reviews, [
    {
      id: ROSA,
      author: "Rosa Invented",
      author_avatar_url: "https://lh3.example.com/a/one=s120",
      rating: 5,
      date: "2024-03-01",
      text: "Schnell und freundlich.",
      source: "google",
      source_url: null,
      owner_reply: { text: "Vielen Dank!", date: "2024-03-03" },
      verified: true,
      verification: "platform",
      incentive: null,
      mentioned_technicians: [],
      mentioned_services: [],
    },
    {
      id: reviewId(["google", "AbFvOqn_Invented-Id_2"]),
      author: "A Google User",
      author_avatar_url: null,
      rating: 2,
      date: "2024-02-01",
      text: null,
      source: "google",
      source_url: null,
      owner_reply: null,
      verified: true,
      verification: "platform",
      incentive: null,
      mentioned_technicians: [],
      mentioned_services: [],
    },
  ]);
});

Deno.test("readImportFiles() takes photos of Google, and no reply that Google does not show", async () => {
  const replyIn = (state: string) => ({
    comment: "Thanks!",
    updateTime: "2024-07-02T08:00:00Z",
    reviewReplyState: state,
  });
  const states = ["PENDING", "REJECTED", "APPROVED", "REVIEW_REPLY_STATE_UNSPECIFIED"];
  const reviews = states.map((state, index) => ({
    name: `accounts/1/locations/2/reviews/r${index}`,
    reviewId: `r${index}`,
    reviewer: { displayName: "Ann Invented" },
    starRating: "FOUR",
    createTime: "2024-07-01T08:00:00Z",
    updateTime: "2024-07-01T08:00:00Z",
    reviewReply: { ...replyIn(state), policyViolation: "NONE" },
    reviewMediaItems: [{ thumbnailUrl: "https://lh3.example.com/p/1" }, { videoUrl: "https://video.example.com/2" }],
    reviewReplyUrl: "https://business.example.com/reply",
  }));
  const { reviews: read, understood } = await readText("google.json", JSON.stringify({ reviews }));
  assert.deepEqual(read.map(({ owner_reply }) => owner_reply?.text ?? null), [null, null, "Thanks!", "Thanks!"]);
  assert.deepEqual(read[0]?.attributes, { photos: ["https://lh3.example.com/p/1"] });
  assert.deepEqual(understood.map(({ understanding }) => understanding.leftOver), [[]]);
});

Deno.test("readImportFiles() keeps the newest version of a review in API pages and a Takeout", async () => {
  for (
    const names of [["google_api_page_1.json", "google_takeout.json"], [
      "google_takeout.json",
      "google_api_page_1.json",
    ]]
  ) {
    const files = await read(names);
    assert.equal(files.reviews.find(({ id }) => id === ROSA)?.text, "Schnell und freundlich.");
    assert.equal(files.reviews.length, 2);
    assert.equal(files.rows, 4);
    assert.deepEqual(files.faultKinds.map(({ first }) => first), [{
      file: fixture("google_takeout.json"),
      line: 11,
      field: "starRating",
      value: "STAR_RATING_UNSPECIFIED",
      allowed: "a rating of 1 to 5, such as 5, 4.5, 9/10, ★★★★☆, 5 stars or FIVE",
    }]);
  }
});

Deno.test("readImportFiles() gives one Google review the same id from every format", async () => {
  const names = [
    "google_takeout.json",
    "outscraper.csv",
    "outscraper_flat.json",
    "outscraper_places.json",
    "apify.json",
    "apify.csv",
  ];
  for (const name of names) assert.equal((await read([name])).reviews[0]?.id, ROSA, name);
  const all = await read(names);
  assert.deepEqual(all.formats, [
    "google-business-profile",
    "outscraper",
    "outscraper",
    "outscraper",
    "apify",
    "apify",
  ]);
  assert.equal(all.reviews.filter(({ id }) => id === ROSA).length, 1);
  assert.equal(all.reviews[0]?.text, "Schnell und freundlich.");
});

Deno.test("readImportFiles() reads Outscraper CSV with its month-first dates and epoch seconds", async () => {
  const files = await read(["outscraper.csv"]);
  assert.deepEqual(files.faultKinds, []);
  assert.deepEqual(files.place, { name: "Brightwater Plumbing" });
  assert.deepEqual(
    files.reviews.map(({ date, text, source_url, owner_reply }) => [date, text, source_url, owner_reply]),
    [
      [
        "2024-03-01",
        "Quick and friendly.\nCame the same day.",
        "https://maps.example.com/reviews/1",
        { text: "Thank you, Rosa!", date: "2024-03-03" },
      ],
      ["2024-01-01", null, "https://maps.example.com/reviews/2", null],
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
  assert.deepEqual(files.faultKinds.map(({ first }) => first), [{
    file: fixture("apify.json"),
    line: 32,
    field: "publishAt",
    value: "a year ago",
    allowed: "a calendar date such as 2024-05-31, or --relative-to with the day of the export",
  }]);
  assert.deepEqual([...files.skipped], [["not written on Google", 1]]);
  assert.equal(files.reviews[0]?.text, "Schnell und freundlich.");
});

Deno.test("readImportFiles() takes the business from the place that the rows name, as long as it is one", async () => {
  const row = (name: string) => ({
    name,
    review_id: name,
    author_title: "Ada",
    review_rating: 5,
    review_timestamp: 1709335815,
  });
  const two = JSON.stringify([row("One"), row("Two"), row("One")]);
  assert.equal((await readText("a.json", two, { places: ["all"] })).place, null);
  assert.deepEqual((await readText("a.json", two, { places: ["Two"] })).place, { name: "Two" });
  assert.deepEqual((await readText("a.json", JSON.stringify([row("One"), row("One")]))).place, { name: "One" });
});
