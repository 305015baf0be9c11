import assert from "node:assert/strict";
import type { Business } from "../../../../domain/business.ts";
import { analysisKey, ANALYZER_VERSION } from "../../../../domain/insights/analysis/analysis_key.ts";
import sentimentWords from "../../../../domain/insights/sentiment/sentiment_words.json" with { type: "json" };
import polarityWeights from "../../../../domain/insights/polarity/polarity_weights.json" with { type: "json" };
import subjectWeights from "../../../../domain/insights/subjects/subject_weights.json" with { type: "json" };
import type { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { businessOf } from "../../../support/reviews/review_of.ts";

const entry = { id: "ada", name: "Ada", label: "Ada", aliases: [] };
const business = businessOf({ technicians: [entry], services: [entry], service_areas: [entry] });
const taxonomy = builtInTaxonomy("home_services");
const key = (changes: Partial<Business> = {}, words: Partial<Taxonomy> = {}) =>
  analysisKey({ ...business, ...changes }, { ...taxonomy, ...words });

Deno.test("analysisKey() changes with all that an analysis depends on besides the review", () => {
  const other = [{ ...entry, aliases: ["A."] }];
  const keys = [
    key(),
    key({ name: "Acme" }),
    key({ technicians: other }),
    key({ services: other }),
    key({ service_areas: other }),
    key({ technicians: [{ ...entry, id: "ada-2" }] }),
    key({}, { sentiment_words: { zippy: 1 } }),
    key({}, { sentiment_words: { zippy: 2 } }),
    key({}, { ignored_words: ["late husband"] }),
    key({}, { aspects: taxonomy.aspects.slice(1) }),
    key({}, { aspects: taxonomy.aspects.toReversed() }),
    key({}, { problems: taxonomy.problems.slice(1) }),
    key({}, { topics: taxonomy.topics.slice(1) }),
  ];
  assert.equal(new Set(keys).size, keys.length);
});

Deno.test("analysisKey() is the same for what no analysis depends on", () => {
  assert.equal(key({ telephone: "555", description: "New.", url: "https://acme.example/" }), key());
});

// The runtime's Unicode tables determine the ends of sentences and the letters.
Deno.test("analysisKey() changes with version, words, weights and runtime of the analyser, and is by default that of this one", () => {
  const facts = [ANALYZER_VERSION, sentimentWords, [subjectWeights, polarityWeights], Deno.version.v8];
  assert.equal(analysisKey(business, taxonomy, facts), key());
  const others = [ANALYZER_VERSION + 1, { ...sentimentWords, fine: 4 }, [subjectWeights], "1.0"];
  const keys = others.map((other, place) => analysisKey(business, taxonomy, facts.with(place, other)));
  assert.equal(new Set([key(), ...keys]).size, 1 + others.length);
});
