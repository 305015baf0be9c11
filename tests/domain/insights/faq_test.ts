import assert from "node:assert/strict";
import fc from "fast-check";
import { aggregated } from "../../support/aggregated.ts";
import { businessOf } from "../../support/business_of.ts";
import { generatedReviews } from "../../support/generated_reviews.ts";
import { reviewOf } from "../../support/review_of.ts";

const BUSINESS = businessOf({
  technicians: [{ id: "ada", name: "Ada", aliases: [] }],
  services: [{ id: "water-heater", label: "Water heaters", aliases: ["water heater"] }],
  service_areas: [{ id: "old-town", label: "Old Town", aliases: [] }],
});
const QUOTE = /“([^”]*)”/g;

Deno.test("faq() tells only numbers of the figures and quotes only what a source says", () => {
  fc.assert(
    fc.property(generatedReviews, (reviews) => {
      const { faq, aspects, entities } = aggregated(BUSINESS, reviews);
      const texts = new Map(reviews.map(({ id, text }) => [id, text ?? ""]));
      const subjects = [...aspects, ...Object.values(entities).flat()];
      for (const { answer, source_review_ids } of faq) {
        const about = answer.replace(QUOTE, "").toLowerCase();
        const subject = subjects.find(({ label }) => about.includes(` ${label.toLowerCase()}`));
        assert.ok(subject !== undefined && subject.mention_count >= 5, answer);
        const figures = "positive_count" in subject
          ? [subject.mention_count, subject.positive_count, subject.neutral_count, subject.negative_count]
          : [subject.mention_count, subject.average_rating, ...sentimentsOf(answer, subject)];
        for (const [number] of about.matchAll(/\d+(?:\.\d+)?/g)) assert.ok(figures.includes(Number(number)), answer);
        for (const [, quote = ""] of answer.matchAll(QUOTE)) {
          assert.ok(quote.length <= 180);
          assert.ok(source_review_ids.some((id) => texts.get(id)?.includes(quote)), answer);
        }
      }
    }),
    { numRuns: 80 },
  );
});

/** The counts that an answer tells of an entity, where they add up to its mentions and its share. */
function sentimentsOf(
  answer: string,
  { mention_count, positive_pct }: { readonly mention_count: number; readonly positive_pct: number | null },
): readonly number[] {
  const told = [...answer.replace(QUOTE, "").matchAll(/(\d+) (?:(?:is|are) )?(positive|neutral|negative)/g)];
  const counts = told.map(([, number]) => Number(number));
  if (counts.length === 0) return [];
  assert.equal(counts.reduce((sum, count) => sum + count, 0), mention_count, answer);
  const positive = Number(told.find(([, , kind]) => kind === "positive")?.[1] ?? 0);
  assert.equal(Math.round(positive / mention_count * 1000) / 10, positive_pct, answer);
  return counts;
}

Deno.test("faq() asks nothing about what four reviews mention, and asks from the fifth on", () => {
  const reviews = ["1", "2", "3", "4", "5"].map((native) => reviewOf({ native, text: "They arrived on time." }));
  assert.deepEqual(aggregated(BUSINESS, reviews.slice(1)).faq, []);
  assert.deepEqual(aggregated(BUSINESS, reviews).faq.map(({ question, answer }) => [question, answer]), [[
    "Do the technicians arrive on time?",
    "All 5 reviews that speak of punctuality are positive. A satisfied customer wrote: “They arrived on time.”",
  ]]);
});

Deno.test("faq() tells and quotes both sides when a fifth of the reviews are negative", () => {
  const good = ["1", "2", "3", "4"].map((native) => reviewOf({ native, text: "They arrived on time." }));
  const bad = reviewOf({ native: "5", rating: 1, text: "They were late again." });
  assert.equal(
    aggregated(BUSINESS, [...good, bad]).faq[0]?.answer,
    "Mostly, yes: of the 5 reviews that speak of punctuality, 4 are positive and 1 negative. " +
      "A satisfied customer wrote: “They arrived on time.” A less satisfied one wrote: “They were late again.”",
  );
});

Deno.test("faq() asks about no technician whom the business does not name", () => {
  const reviews = ["1", "2", "3", "4", "5"].map((native) =>
    reviewOf({ native, text: "Zed was great.", mentioned_technicians: ["Zed"] })
  );
  const { faq, entities, summary } = aggregated(BUSINESS, reviews);
  assert.equal(entities.technicians[0]?.mention_count, 5);
  assert.ok(!JSON.stringify([faq, summary]).includes("Zed"));
});
