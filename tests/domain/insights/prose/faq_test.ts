import fc from "fast-check";
import assert from "node:assert/strict";
import { aggregated } from "../../../support/insights/aggregated.ts";
import { businessOf } from "../../../support/reviews/business_of.ts";
import { generatedReviews } from "../../../support/reviews/generated_reviews.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

const BUSINESS = businessOf({
  technicians: [{ id: "ada", name: "Ada", aliases: [] }],
  services: [{ id: "water-heater", label: "Water heaters", aliases: ["water heater"] }],
  service_areas: [{ id: "old-town", label: "Old Town", aliases: [] }],
});
const QUOTE = /“([^”]*)”/g;
/** What stands before a quotation names the month of its review. */
const OPENING =
  /[^.”]* (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}[^:”]*(?=: “)/g;

Deno.test("faq() tells only numbers of the figures and quotes only what a source says", () => {
  fc.assert(
    fc.property(generatedReviews, (reviews) => {
      const { faq, aspects, entities } = aggregated(BUSINESS, reviews);
      const texts = new Map(reviews.map(({ id, text }) => [id, text ?? ""]));
      const subjects = [...aspects, ...Object.values(entities).flat()];
      for (const { answer, source_review_ids } of faq) {
        const about = answer.replace(OPENING, "").replace(QUOTE, "").toLowerCase();
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

/** The counts of an entity in an answer, if they add up to its mentions and its share. */
function sentimentsOf(
  answer: string,
  { mention_count, positive_pct }: { readonly mention_count: number; readonly positive_pct: number | null },
): readonly number[] {
  const told = [
    ...answer.replace(QUOTE, "").matchAll(
      /(\d+) (?:of the \d+ reviews that (?:name|mention) .+? )?(?:(?:is|are) )?(positive|neutral|negative)/g,
    ),
  ];
  const counts = told.map(([, number]) => Number(number));
  if (counts.length === 0) return [];
  assert.equal(counts.reduce((sum, count) => sum + count, 0), mention_count, answer);
  const positive = Number(told.find(([, , kind]) => kind === "positive")?.[1] ?? 0);
  assert.equal(Math.round(positive / mention_count * 1000) / 10, positive_pct, answer);
  return counts;
}

Deno.test("faq() asks about what five reviews mention, and not about what four do", () => {
  const reviews = ["1", "2", "3", "4", "5"].map((native) => reviewOf({ native, text: "They arrived on time." }));
  assert.deepEqual(aggregated(BUSINESS, reviews.slice(1)).faq, []);
  assert.deepEqual(aggregated(BUSINESS, reviews).faq.map(({ question, answer }) => [question, answer]), [[
    "Do the technicians arrive on time?",
    "Yes: all 5 reviews that speak of punctuality do so with praise. " +
    "One customer wrote in May 2026: “They arrived on time.”",
  ]]);
});

Deno.test("faq() gives and quotes both sides when a fifth of the reviews are negative", () => {
  const good = ["1", "2", "3", "4"].map((native) => reviewOf({ native, text: "They arrived on time." }));
  const bad = reviewOf({ native: "5", rating: 1, text: "They were late again." });
  assert.equal(
    aggregated(BUSINESS, [...good, bad]).faq[0]?.answer,
    "More praise than complaints: 4 of the 5 reviews that speak of punctuality do so with praise and " +
      "1 with complaints. One customer wrote in May 2026: “They arrived on time.” " +
      "Another customer complained in May 2026: “They were late again.”",
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

Deno.test("faq() opens with praise only above half positive, and with complaints only from a fifth negative", () => {
  const texts: readonly (readonly [rating: number, text: string])[] = [
    [5, "They arrived on time."],
    [3, "The window was nine to twelve."],
    [1, "They were late again."],
  ];
  const lead = (counts: readonly number[]) => {
    const reviews = counts.flatMap((count, kind) =>
      Array.from({ length: count }, (_, index) => {
        const [rating, text] = texts[kind] ?? [5, ""];
        return reviewOf({ native: `${kind}-${index}`, rating, text });
      })
    );
    return aggregated(BUSINESS, reviews).faq[0]?.answer.split(":")[0];
  };
  assert.equal(lead([4, 3, 2]), "Opinions differ");
  assert.equal(lead([5, 5, 1]), "Few complain");
  assert.equal(lead([0, 9, 1]), "Few complain");
  assert.equal(lead([2, 8, 0]), "No complaints");
  assert.equal(lead([0, 4, 2]), "More complaints than praise");
  assert.equal(lead([9, 0, 10]), "Opinions differ");
  assert.equal(lead([1, 1, 8]), "Most say no");
  assert.equal(lead([0, 0, 5]), "No");
  assert.equal(lead([6, 3, 2]), "Most say yes");
  assert.equal(lead([19, 0, 1]), "Nearly all say yes");
});

Deno.test("faq() quotes nothing rather than a bare fact", () => {
  const good = ["1", "2", "3"].map((native) => reviewOf({ native, text: "They arrived on time." }));
  const bad = ["4", "5"].map((native) => reviewOf({ native, rating: 1, text: "The window was from nine to twelve." }));
  const answer = aggregated(BUSINESS, [...good, ...bad]).faq[0]?.answer ?? "";
  assert.deepEqual([...answer.matchAll(QUOTE)].map(([, quote]) => quote), ["They arrived on time."]);
});

Deno.test("faq() and summary() write proper names as they are, and vary what they say", () => {
  const rides = ["Iron Man Experience", "It's a Small World", "Water rides", "Wi-Fi"];
  const park = businessOf({
    name: "Park",
    services: rides.map((label, index) => ({ id: `ride-${index}`, label, aliases: [] })),
  });
  const reviews = rides.flatMap((label, ride) =>
    [1, 2, 3, 4, 5].map((n) =>
      reviewOf({ native: `${ride}-${n}`, text: `${label} was great fun.`, mentioned_services: [`ride-${ride}`] })
    )
  );
  const { faq } = aggregated(park, reviews);
  assert.deepEqual(faq.map(({ question }) => question).toSorted(), [
    "How do customers rate Iron Man Experience?",
    "How do customers rate It's a Small World?",
    "How do customers rate Wi-Fi?",
    "How do customers rate water rides?",
  ]);
  const openings = faq.map(({ answer }) => answer.split(": “")[0]);
  assert.equal(new Set(openings).size, rides.length, openings.join("; "));
});

Deno.test("faq() and summary() keep the capital of a word that reviews write with one", () => {
  const labels = ["Birchmere", "Plumbing", "Kiln"];
  const business = businessOf({
    services: labels.map((label, index) => ({ id: `service-${index}`, label, aliases: [] })),
  });
  const reviews = labels.flatMap((label, service) =>
    [1, 2, 3, 4, 5].map((n) =>
      reviewOf({
        native: `${service}-${n}`,
        text: service === 2 ? "Great." : `Good people for ${service === 0 || n === 1 ? label : label.toLowerCase()}.`,
        mentioned_services: [`service-${service}`],
      })
    )
  );
  assert.deepEqual(aggregated(business, reviews).faq.map(({ question }) => question).toSorted(), [
    "How do customers rate Birchmere?",
    "How do customers rate kiln?",
    "How do customers rate plumbing?",
  ]);
});

Deno.test("faq() says whether opinion has changed of late", () => {
  const ten = Array.from({ length: 10 }, (_, number) => String(number));
  const late = ten.map((number) =>
    reviewOf({ native: `late-${number}`, date: "2025-04-10", text: "They arrived on time." })
  );
  const early = ten.map((number) =>
    reviewOf({ native: `early-${number}`, date: "2025-01-10", rating: 2, text: "They were late again." })
  );
  const now = reviewOf({ native: "now", date: "2025-05-02", text: "They arrived on time." });
  assert.match(
    aggregated(BUSINESS, [now, ...late, ...early]).faq[0]?.answer ?? "",
    / and 10 with complaints\. Opinion has improved over the last three full months\. /,
  );
});

Deno.test("faq() begins its quotations in many ways, also where every answer quotes both sides", () => {
  const said = [
    ["They arrived on time.", "They were late again."],
    ["The price was good and fair.", "The bill was all wrong."],
    ["They explained it, which was good.", "The explanation was poor and bad."],
    ["The job was perfect.", "The work failed at once."],
    ["The kitchen was tidy.", "The kitchen was left a mess."],
  ] as const;
  const reviews = said.flatMap(([praise, complaint], kind) =>
    [1, 2, 3, 4, 5].map((index) =>
      reviewOf({ native: `${kind}-${index}`, rating: index > 3 ? 1 : 5, text: index > 3 ? complaint : praise })
    )
  );
  const openings = aggregated(BUSINESS, reviews).faq.flatMap(({ answer }) =>
    [...answer.matchAll(/[.”] ([^:.”]+): “/g)].map(([, opening]) => opening)
  );
  assert.ok(openings.length >= 8);
  assert.ok(new Set(openings).size >= 6, openings.join("; "));
});

Deno.test("faq() writes one star in the singular", () => {
  const reviews = ["1", "2", "3", "4", "5"].map((native) =>
    reviewOf({ native, rating: 1, text: null, mentioned_technicians: ["Ada"] })
  );
  assert.equal(
    aggregated(BUSINESS, reviews).faq[0]?.answer,
    "All 5 reviews that name Ada are negative, with 1 star on average.",
  );
});

Deno.test("faq() does not quote the fewer alone, where no sentence of the others can be quoted", () => {
  const good = ["1", "2", "3", "4"].map((native) => reviewOf({ native, text: "and on time, as always, on time" }));
  const bad = reviewOf({ native: "5", rating: 1, text: "They were late again." });
  const [punctuality] = aggregated(BUSINESS, [...good, bad]).faq;
  assert.equal(punctuality?.question, "Do the technicians arrive on time?");
  assert.doesNotMatch(punctuality?.answer ?? "“", /“/);
});
