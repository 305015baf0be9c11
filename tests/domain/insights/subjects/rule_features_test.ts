import assert from "node:assert/strict";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { readSentence } from "../../../../domain/insights/subjects/read_sentence.ts";
import { ruleFeatures } from "../../../../domain/insights/subjects/rule_features.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { businessOf } from "../../../support/reviews/review_of.ts";

const taxonomy = builtInTaxonomy("home_services");
const reader = textReader(businessOf(), taxonomy);
const featuresOf = ruleFeatures(taxonomy);

/** Total number of features of all clauses of a sentence. */
function countOf(text: string): number {
  const sentence = readSentence(reader.readSentence(text), reader.subjectsOf, taxonomy, 1);
  let count = 0;
  for (let clause = 0; clause < sentence.aspects.length; clause++) featuresOf(sentence, clause, 1, () => count++);
  return count;
}

Deno.test("a sentence of twice as many clauses has at most little more than twice as many features", () => {
  const [once, twice] = [200, 400].map((times) => countOf("They were late, but ".repeat(times)));
  assert.ok(once !== undefined && twice !== undefined && once > 1000 && twice < 2.5 * once, `${once}, ${twice}`);
});

Deno.test("a clause knows what the clauses around it speak of", () => {
  assert.ok(
    countOf("They were late, but the price was fair.") > countOf("They were late.") + countOf("The price was fair."),
  );
});
