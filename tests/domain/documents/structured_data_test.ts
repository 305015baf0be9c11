import assert from "node:assert/strict";
import { aggregateRating } from "../../../domain/documents/aggregate_rating.ts";
import { businessData, reviewData, scriptText } from "../../../domain/documents/structured_data.ts";
import { ATTACKS } from "../../support/reviews/attacks.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";
import { TEST_SITE } from "../../support/service/test_app.ts";

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

Deno.test("a rating without words has no body, a long name is cut to what search engines take", () => {
  const review = reviewOf({ text: null, author: "ü".repeat(150), rating: 2 });
  const data = JSON.parse(scriptText(reviewData(businessOf(), review, TEST_SITE)));
  assert.equal("reviewBody" in data, false);
  assert.equal(data.author.name, `${"ü".repeat(99)}…`);
  assert.equal(data.reviewRating.ratingValue, 2);
  assert.equal(data.itemReviewed.name, "Acme Heating");
  // A table of the business is no publisher.
  const publisherOf = (source: string) =>
    JSON.parse(scriptText(reviewData(businessOf(), reviewOf({ source }), TEST_SITE))).publisher?.name;
  assert.deepEqual(["csv", "google"].map(publisherOf), [undefined, "google"]);
});

Deno.test("hours that schema.org cannot read are left out, and a category chooses the type", () => {
  const typeOf = (category: string | null) => {
    const data = businessData(businessOf({ category }), aggregateRating([]), [], true, TEST_SITE);
    return data["@type"];
  };
  const categories: Readonly<Record<string, readonly string[]>> = {
    Plumber: ["Plumbing"],
    CafeOrCoffeeShop: ["Café", "Cafés"],
    VeterinaryCare: ["Tierklinik", "Tierärztin"],
    Physician: ["Hausärztin", "Facharzt", "Ärztin"],
    Attorney: ["Rechtsanwältin"],
    Dentist: ["Dental practice", "Zahnarztpraxis"],
    Hotel: ["Hotel garni"],
    BedAndBreakfast: ["Bed and breakfast"],
    HairSalon: ["Hair salon", "Coiffeur"],
    Restaurant: ["Italian restaurant"],
    ExerciseGym: ["Climbing gym"],
    Hospital: ["General hospital"],
    Electrician: ["Électricien"],
    LocalBusiness: [
      ...["Schwarztee", "Quarztechnik", "Harztherme", "Plumbing and heating", "Goldsmith", "Éléctricien"],
    ],
  };
  for (const [type, names] of Object.entries(categories)) {
    for (const category of names) assert.equal(typeOf(category), type, category);
  }
  assert.equal(typeOf(null), "LocalBusiness");
  const readable = ["Mo-Fr 07:30-18:00", "Mo,We,Fr 09:00-24:00", "Su"];
  const opening_hours = [...readable, "weekdays from 8", "Mo-Fr 25:00-26:00", "Mo "];
  const data = businessData(businessOf({ opening_hours }), aggregateRating([]), [], true, TEST_SITE);
  assert.deepEqual(data["openingHours"], readable);
});

Deno.test("no text ends the element that the data stands in, and every text comes out as it went in", () => {
  for (const text of ATTACKS) {
    const short = text.slice(0, 90);
    const review = reviewOf({ text, author: short, source: short, owner_reply: { text, date: "2026-05-15" } });
    const business = businessOf({ name: text.slice(0, 500), description: text });
    const script = scriptText(reviewData(business, review, TEST_SITE));
    assert.doesNotMatch(script, /[<>&\u2028\u2029]/);
    const data = JSON.parse(script);
    assert.equal(data.reviewBody, text);
    assert.equal(data.comment.text, text);
    assert.equal(data.itemReviewed.name, text.slice(0, 500));
  }
});

Deno.test("a review and its reply have no day where their source names none", () => {
  const date = "2025-11-30";
  const review = reviewOf({ date, attributes: { date_precision: "month" }, owner_reply: { text: "Thanks.", date } });
  const { datePublished, comment } = JSON.parse(scriptText(reviewData(businessOf(), review, TEST_SITE)));
  assert.deepEqual([datePublished, comment.datePublished], ["2025-11", "2025-11"]);
});
