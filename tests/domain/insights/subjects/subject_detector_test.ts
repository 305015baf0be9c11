import assert from "node:assert/strict";
import { BusinessFile } from "../../../../domain/business.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { textKey } from "../../../../domain/insights/model/word_features.ts";
import { packedKeys, type PackedModel } from "../../../../domain/insights/model/linear_model.ts";
import { scoreSentence } from "../../../../domain/insights/sentiment/score_sentence.ts";
import { readSentence } from "../../../../domain/insights/subjects/read_sentence.ts";
import { subjectDetector } from "../../../../domain/insights/subjects/subject_detector.ts";
import { builtInTaxonomy, TAXONOMY_NAMES } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { reviewAnalyzer } from "../../../../domain/insights/analysis/analyze_review.ts";
import { readingUnder, taxonomyOf } from "../../../support/insights/reading_of.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";
import { ruleFeatures } from "../../../../domain/insights/subjects/rule_features.ts";

const TAXONOMY = taxonomyOf({
  aspects: [
    { id: "kiln", label: "Kiln", words: ["kiln"] },
    { id: "glaze", label: "Glaze", words: ["glaze"] },
  ],
  problems: [{ id: "crack", label: "Cracks", words: ["crack"] }],
  ignored_words: ["oven street"],
});
const UNITS = 100;
const THRESHOLDS = { aspects: { keep: -1, add: 1 }, problems: { keep: -1, add: 1, fromThreeStars: 0.5 } };

/** A model of one aspect and the problem, by single words: each with its class and its weight in hundredths. */
function model(words: Readonly<Record<string, readonly [place: number, weight: number]>>): PackedModel {
  const known = Object.entries(words).map(([word, weight]) => [textKey(word), weight] as const)
    .sort(([one], [other]) => one - other);
  return {
    classes: ["aspect kiln", "problem crack"],
    scale: 1 / UNITS,
    biases: [0, 0],
    features: packedKeys(known.map(([key]) => key)),
    counts: Uint8Array.from(known, () => 1).toBase64(),
    weights: Uint8Array.from(known.flatMap(([, [place, weight]]) => [place, weight & 0xff])).toBase64(),
  };
}

function found(packed: PackedModel, text: string, rewritten?: ReadonlySet<string>, rating = 2) {
  const { lexicon, subjectsOf } = textReader(BusinessFile.parse({ name: "Clay and Fire" }), TAXONOMY);
  const read = readSentence(scoreSentence(text, lexicon), subjectsOf, TAXONOMY, rating);
  const [decided] = subjectDetector(packed, TAXONOMY, THRESHOLDS, rewritten)([read], rating);
  return { aspects: decided?.aspects.map((aspects) => [...aspects]), problems: decided?.problems };
}

Deno.test("what the rules find is dropped where the model is sure that it is none, and kept where it is not", () => {
  assert.deepEqual(found(model({ museum: [0, -120] }), "A kiln in a museum.").aspects, [[]]);
  assert.deepEqual(found(model({ museum: [0, -80] }), "A kiln in a museum.").aspects, [[[0, [1]]]]);
});

Deno.test("an aspect found only by the model gets the opinion of the whole clause", () => {
  assert.deepEqual(found(model({ oven: [0, 120] }), "The oven was hot.").aspects, [[[0, []]]]);
  assert.deepEqual(found(model({ oven: [0, 80] }), "The oven was hot.").aspects, [[]]);
});

Deno.test("problems found by rules and model are decided like aspects", () => {
  const text = "A horrible crack, which broke.";
  assert.deepEqual(found(model({}), text).problems, [[0]]);
  assert.deepEqual(found(model({ broke: [1, -120] }), text).problems, [[]]);
  assert.deepEqual(found(model({ split: [1, 120] }), "It split.").problems, [[0]]);
});

Deno.test("problems need higher certainty from three stars on, aspects do not", () => {
  const split = model({ split: [1, 120] });
  assert.deepEqual(found(split, "It split.", undefined, 2).problems, [[0]]);
  assert.deepEqual(found(split, "It split.", undefined, 3).problems, [[]]);
  assert.deepEqual(found(model({ split: [1, 127], wide: [1, 30] }), "It split wide.", undefined, 3).problems, [[0]]);
  const kept = model({ broke: [1, -80] });
  assert.deepEqual(found(kept, "A horrible crack, which broke.", undefined, 2).problems, [[0]]);
  assert.deepEqual(found(kept, "A horrible crack, which broke.", undefined, 3).problems, [[]]);
  assert.deepEqual(found(model({ oven: [0, 120] }), "The oven was hot.", undefined, 4).aspects, [[[0, []]]]);
});

Deno.test("an aspect that the model does not know stays as the rules found it", () => {
  assert.deepEqual(found(model({ glaze: [0, -120] }), "The glaze ran.").aspects, [[[1, [1]]]]);
});

Deno.test("the model does not read ignored terms and the name of the business", () => {
  assert.deepEqual(found(model({ oven: [0, 120] }), "In Oven Street.").aspects, [[]]);
  assert.deepEqual(found(model({ fire: [0, 120] }), "I went to Clay and Fire.").aspects, [[]]);
});

Deno.test("mentions found by an operator's own words are not dropped", () => {
  const museum = model({ museum: [0, -120] });
  assert.deepEqual(found(museum, "A kiln in a museum.", new Set(["aspect kiln"])).aspects, [[[0, [1]]]]);
  const builtIn = builtInTaxonomy("restaurant");
  const aspects = builtIn.aspects.map((aspect) =>
    aspect.id === "menu" ? { ...aspect, words: [...aspect.words, "tasting board"] } : aspect
  );
  const analyze = reviewAnalyzer(textReader(BusinessFile.parse({ name: "Ada" }), { ...builtIn, aspects }));
  const read = analyze(reviewOf({ text: "Great menu, great wine.", rating: 4 }));
  assert.ok(read.aspects.some(({ id }) => id === "menu"));
  const praised = taxonomy.aspects.map((aspect) =>
    aspect.id === "pricing" ? { ...aspect, praise_words: ["blue door"] } : aspect
  );
  const text = "I was greeted by name, and the blue door stood open when the friendly dog met us.";
  assert.equal(readingUnder({ ...taxonomy, aspects: praised })(text).aspects.pricing, "positive");
});

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
  const apart = countOf("They were late.") + countOf("The price was fair.");
  assert.ok(countOf("They were late, but the price was fair.") > apart);
});

Deno.test("every aspect of every built-in taxonomy is found by its own name in praise, in criticism and in a list", () => {
  for (const name of TAXONOMY_NAMES) {
    const taxonomy = builtInTaxonomy(name);
    const analyse = reviewAnalyzer(textReader(businessOf(), taxonomy));
    for (const { id, label } of taxonomy.aspects) {
      for (const called of [label, label.toLowerCase(), label.endsWith("s") ? label : `${label}s`]) {
        const praise = [`Great ${called}!`, `I praise them for their ${called}.`, `The ${called} was excellent.`];
        const list = `I commend Huy for his manners, his ${called} and his tidy work.`;
        for (const [rating, texts] of [[5, [...praise, list]], [1, [`Terrible ${called}.`]]] as const) {
          for (const text of texts) {
            const { aspects } = analyse({ rating, text, mentioned_technicians: [], mentioned_services: [] });
            assert.ok(aspects.some((aspect) => aspect.id === id), `${name}: ${text}`);
          }
        }
      }
    }
  }
});
