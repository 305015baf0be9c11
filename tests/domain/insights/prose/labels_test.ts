import { someOf } from "../../../support/properties.ts";
import assert from "node:assert/strict";
import { computedInsights } from "../../../support/reviews/computed_insights.ts";
import { taxonomyOf } from "../../../support/insights/reading_of.ts";
import { businessOf, reviewsOf } from "../../../support/reviews/review_of.ts";

/** Labels as operators write them: nouns of either number, adjectives, verbs, sentences, signs and names. */
const LABELS = (
  "Slow | Prices | Being on time | Would recommend | Friendly & helpful | Is it clean? | They listen. | 24/7 support | iPhone app | A/C | Wi-Fi | Value for money! | " +
  "Not worth it | The staff | Easy to use | Kids' area | waiting | FAST | Food (hot) | Pros and cons: | Ausstattung | Overall..."
).split(" | ");

/**
 * Prose about an aspect with this label, with this number of praising and criticising reviews, and about a service
 * with it.
 */
function proseOf(label: string, praised: number, criticised: number, burden: boolean): string {
  const taxonomy = taxonomyOf({
    aspects: [{ id: "kiln", label, words: ["kiln"], ...burden ? { burden } : {} }],
    problems: [{ id: "crack", label, words: ["cracked"] }],
  });
  const of = (count: number, rating: number, text: string) =>
    reviewsOf(count, { native: text, rating, text, mentioned_services: ["own"] });
  const reviews = [
    ...of(praised, 5, burden ? "No kiln at all." : "The kiln was great."),
    ...of(criticised, 1, burden ? "Awful kiln." : "The kiln was awful and cracked."),
  ];
  const business = businessOf({ name: "Acme", services: [{ id: "own", label, aliases: [] }] });
  const { faq, summary } = computedInsights(business, reviews, taxonomy);
  return [summary, ...faq.flatMap(({ question, answer }) => [question, answer])].join("\n");
}

Deno.test("a label of a German word keeps its capital in the English summary", () => {
  const aspects = [{ id: "parcels", label: "Pakete", words: ["parcel"], words_in: { de: ["Pakete"] } }];
  const reviews = reviewsOf(6, { text: "The parcel was great." });
  assert.match(computedInsights(businessOf(), reviews, taxonomyOf({ aspects })).summary ?? "", /: Pakete \(/);
});

Deno.test("any label fits the prose: before a colon, in quotation marks or in a list", () => {
  for (const label of someOf(LABELS)) {
    const plain = label.replace(/[.:!?]+$/, "");
    for (const [praised, criticised] of [[16, 0], [0, 16], [8, 8]] as const) {
      for (const burden of [false, true]) {
        const prose = proseOf(label, praised, criticised, burden);
        const places = prose.toLowerCase().split(plain.toLowerCase());
        assert.ok(places.length > 1, `${label}: ${prose}`);
        places.slice(1).forEach((after, index) => {
          const before = places[index] ?? "";
          const isLed = /\n$/.test(before) && after.startsWith(": ");
          const isQuoted = before.endsWith("“") && after.startsWith("”");
          const isListed = before.endsWith(": ") && /^ \(\d+ (?:reviews|with)\b/.test(after);
          assert.ok(isLed || isQuoted || isListed, `${label}: ${prose}`);
        });
      }
    }
  }
});
