import assert from "node:assert/strict";
import { sentence } from "../../../domain/sentences/sentence.ts";
import type { PublishedFacts } from "../../../cli/alerts/alert_facts.ts";
import { type Conditions, readAlertSettings } from "../../../cli/alerts/alert_settings.ts";
import { findNews } from "../../../cli/alerts/find_news.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";

const QUIET = { failedSources: [], hub: null, newPasskeys: [] };
const REVIEW = reviewOf({
  native: "1",
  rating: 3,
  text: "Jake was late. I want my MONEY back.",
  author: "Ann",
  mentioned_technicians: ["Jacob Orr"],
});
const FACTS: PublishedFacts = {
  business: businessOf(),
  reviews: [REVIEW],
  withdrawn: 0,
  forgotten: 0,
  average: 3.9,
  language: "en",
  insights: {
    per_review: {
      [REVIEW.id]: {
        sentiment: "negative",
        score: -0.5,
        aspects: [
          { id: "punctuality", sentiment: "negative" },
          { id: "staff", sentiment: "positive" },
          { id: "price", sentiment: "neutral" },
        ],
        technicians: [],
        services: [],
        problems: [],
        service_areas: [],
        topics: [],
      },
    },
    aspects: [],
    entities: { technicians: [], services: [], problems: [], service_areas: [] },
  },
};

function reasons(conditions: Conditions): readonly string[] {
  return findNews(conditions, FACTS, QUIET, []).reviews.flatMap(({ reasons }) => reasons.map(String));
}

Deno.test("a review is news by its stars, words, people and criticised aspects", () => {
  assert.deepEqual(reasons({ max_rating: 2 }), []);
  assert.deepEqual(reasons({ max_rating: 3 }), ["at most 3 stars"]);
  assert.deepEqual(reasons({ words: ["Money Back", "lawyer"] }), ["says “Money Back”"]);
  assert.deepEqual(reasons({ people: ["JAKE", "Ann"] }), ["names JAKE"]);
  // The review has another form of the name, by which its person was found.
  assert.deepEqual(reasons({ people: ["jacob orr"] }), ["names jacob orr"]);
  assert.deepEqual(reasons({ aspects: ["punctuality", "staff", "price"] }), ["criticises punctuality"]);
  const stolen = { ...FACTS, reviews: [{ ...REVIEW, text: "They stole my watch." }] };
  const told = findNews({ serious: true }, stolen, QUIET, []).reviews;
  assert.deepEqual(told.map(({ reasons }) => reasons.map(String)), [["may tell of theft"]]);
});

Deno.test("receivers of reviews are told of serious complaints unless they say otherwise, others are not", () => {
  const cases = [
    [undefined, true],
    [{ words: ["refund"] }, true],
    [{ words: ["refund"], serious: false }, false],
    [{ hub_late: true }, false],
    [{ hub_late: true, serious: true }, true],
  ] as const;
  assert.equal(readAlertSettings(() => undefined), null);
  assert.deepEqual(readAlertSettings(() => "a.json", () => "[]"), []);
  for (const [when, expected] of cases) {
    const receivers = readAlertSettings(() => "a.json", () => JSON.stringify([{ slack: "https://x.example", when }]));
    assert.equal(receivers?.[0]?.conditions.serious, expected);
  }
});

Deno.test("a low average, a late hub and a new passkey are told when they begin, and again after an end", () => {
  const passkeys = { ...QUIET, newPasskeys: [{ id: "k", text: sentence("This is a test.") }] };
  const told = findNews({ new_passkey: true }, null, passkeys, []);
  assert.deepEqual(told, { reviews: [], notes: [sentence("This is a test.")], lasting: ["passkey k"] });
  assert.deepEqual(findNews({ new_passkey: true }, null, passkeys, told.lasting).notes, []);
  assert.deepEqual(findNews({ hub_late: true }, null, passkeys, []).notes, []);
  const conditions = { average_below: 4, hub_late: true };
  const late = { ...QUIET, hub: "The hub is behind." };
  const first = findNews(conditions, FACTS, late, []);
  assert.deepEqual(first.notes.map(String), [
    "The average of the last 30 days is 3.90, below 4.00.",
    "The hub is behind.",
  ]);
  assert.deepEqual(first.lasting, ["average", "hub"]);
  assert.deepEqual(findNews(conditions, FACTS, late, first.lasting).notes, []);
  // Without a publication the average is not computed again.
  assert.deepEqual(findNews(conditions, null, QUIET, first.lasting), { reviews: [], notes: [], lasting: ["average"] });
  assert.deepEqual(findNews(conditions, { ...FACTS, average: 4 }, QUIET, ["average"]).lasting, []);
});
