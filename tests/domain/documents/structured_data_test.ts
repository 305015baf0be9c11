import assert from "node:assert/strict";
import { aggregateRating } from "../../../domain/documents/aggregate_rating.ts";
import {
  businessData,
  isOwnReview,
  reviewData,
  scriptText,
  type StructuredData,
} from "../../../domain/documents/structured_data.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { structuredDataFaults } from "../../support/pages/structured_data_faults.ts";
import { ATTACKS } from "../../support/reviews/attacks.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";
import { TEST_SITE } from "../../support/service/test_app.ts";

const sample = sampleDataset();
const newest = sample.reviews.filter(isOwnReview).slice(0, 10);

Deno.test("the data of the sample's home page and of its reviews is valid by schema.org and search engines", async () => {
  const home = businessData(sample.business, aggregateRating(sample.reviews), newest, true, TEST_SITE);
  assert.deepEqual(await structuredDataFaults(home), []);
  for (const review of newest) {
    assert.deepEqual(await structuredDataFaults(reviewData(sample.business, review, TEST_SITE)), []);
  }
  const [review] = newest;
  assert.ok(review);
  // The validators detect faults.
  const wrong = { ...reviewData(sample.business, reviewOf(), TEST_SITE), author: undefined, reviewBodi: "x" };
  assert.match((await structuredDataFaults(wrong)).join(), /author/);
  const said = await vocabularyFaults([home, reviewData(sample.business, review, TEST_SITE), wrong]);
  assert.deepEqual(said.slice(0, 2), ["", ""]);
  assert.match(said[2] ?? "", /reviewBodi/);
});

Deno.test("the data of a business without reviews, or of a name alone, claims nothing that is not there", () => {
  const data = JSON.parse(scriptText(businessData(businessOf(), aggregateRating([]), [], true, TEST_SITE)));
  assert.deepEqual(Object.keys(data), ["@context", "@type", "@id", "name", "url", "image", "publishingPrinciples"]);
  assert.equal(data.url, "https://reviews.example/");
});

Deno.test("reviews of other sites are not marked up, and no rating that counts them", () => {
  const reviews = [
    reviewOf({ source: "google", verification: "platform" }),
    reviewOf({ native: "2", source: "booking", verification: "purchase" }),
    reviewOf({ native: "3", source: "website", verification: "invitation" }),
  ];
  const data = businessData(businessOf(), aggregateRating(reviews), reviews, false, TEST_SITE);
  assert.equal(data["aggregateRating"], undefined);
  assert.equal((data["review"] as unknown[]).length, 1);
});

Deno.test("a review from a table without a source has no publisher", () => {
  const publisherOf = (source: string) =>
    JSON.parse(scriptText(reviewData(businessOf(), reviewOf({ source }), TEST_SITE))).publisher?.name;
  assert.deepEqual(["csv", "google"].map(publisherOf), [undefined, "google"]);
});

Deno.test("a rating without words has no body, a long name is cut to what search engines take", () => {
  const review = reviewOf({ text: null, author: "ü".repeat(150), rating: 2 });
  const data = JSON.parse(scriptText(reviewData(businessOf(), review, TEST_SITE)));
  assert.equal("reviewBody" in data, false);
  assert.equal(data.author.name, `${"ü".repeat(99)}…`);
  assert.equal(data.reviewRating.ratingValue, 2);
  assert.equal(data.itemReviewed.name, "Acme Heating");
});

Deno.test("hours that schema.org cannot read are left out, and a category chooses the type", () => {
  const typeOf = (category: string | null) => {
    const data = businessData(businessOf({ category }), aggregateRating([]), [], true, TEST_SITE);
    return data["@type"];
  };
  assert.deepEqual(["Plumbing", "Dental practice", "Plumbing and heating", "Goldsmith", null].map(typeOf), [
    "Plumber",
    "Dentist",
    "LocalBusiness",
    "LocalBusiness",
    "LocalBusiness",
  ]);
  const opening_hours = [
    "Mo-Fr 07:30-18:00",
    "Mo,We,Fr 09:00-24:00",
    "Su",
    "weekdays from 8",
    "Mo-Fr 25:00-26:00",
    "Mo ",
  ];
  const data = businessData(businessOf({ opening_hours }), aggregateRating([]), [], true, TEST_SITE);
  assert.deepEqual(data["openingHours"], ["Mo-Fr 07:30-18:00", "Mo,We,Fr 09:00-24:00", "Su"]);
});

Deno.test("no text ends the element that the data stands in, and every text comes out as it went in", () => {
  for (const text of ATTACKS) {
    const review = reviewOf({
      text,
      author: text.slice(0, 90),
      source: text.slice(0, 90),
      owner_reply: { text, date: "2026-05-15" },
    });
    const script = scriptText(
      reviewData(businessOf({ name: text.slice(0, 500), description: text }), review, TEST_SITE),
    );
    assert.doesNotMatch(script, /[<>&\u2028\u2029]/);
    const data = JSON.parse(script);
    assert.equal(data.reviewBody, text);
    assert.equal(data.comment.text, text);
    assert.equal(data.itemReviewed.name, text.slice(0, 500));
  }
});

/**
 * Type errors in some JSON-LD by the types of schema.org's vocabulary: the compiler's messages, one text for each
 * entry, empty if it is valid. All entries are compiled together, because reading the vocabulary takes seconds.
 */
async function vocabularyFaults(data: readonly StructuredData[]): Promise<readonly string[]> {
  const folder = await Deno.makeTempDir();
  try {
    const files = data.map((_, at) => `${folder}/data_${at}.ts`);
    await Promise.all(data.map((one, at) =>
      Deno.writeTextFile(
        files[at] ?? "",
        'import type { LocalBusiness, Review, WithContext } from "schema-dts";\n' +
          `export const data: WithContext<LocalBusiness> | WithContext<Review> = ${JSON.stringify(one)};\n`,
      )
    ));
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "-q", "--config", "deno.dev.json", ...files],
      cwd: new URL("../../../", import.meta.url),
      env: { NO_COLOR: "1" },
    }).output();
    const faults = new TextDecoder().decode(stderr).split(/(?=^TS\d+ )/m);
    const found = files.map((file) => faults.filter((fault) => fault.includes(file)).join(""));
    if (success !== found.every((text) => text === "")) throw new Error(faults.join(""));
    return found;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
