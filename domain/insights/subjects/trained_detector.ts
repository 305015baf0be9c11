import type { PackedModel } from "../model/linear_model.ts";
import { namingWords, type Taxonomy, type TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { builtInTaxonomy } from "../taxonomy/taxonomy_choice.ts";
import { subjectClasses, type SubjectDetector, subjectDetector } from "./subject_detector.ts";
import weights from "./subject_weights.json" with { type: "json" };

const MODELS: ReadonlyMap<string, PackedModel> = new Map(Object.entries(weights));
/**
 * In log-odds; chosen by cross-validation with whole writers left out, and by the figures of the validation reviews: of
 * problems nine in ten are to be right. What the rules find is kept sooner than another is added. Of the problems in three
 * stars and more two in three were right, in fewer five in six.
 */
const THRESHOLDS = { aspects: { keep: -0.25, add: 0.85 }, problems: { keep: 0.3, add: 1.2, fromThreeStars: 0.5 } };

/** The detector with the weights of this version; of a taxonomy without a model, what the rules found. */
export function trainedDetector(taxonomy: Taxonomy): SubjectDetector {
  const model = MODELS.get(taxonomy.id);
  if (model === undefined) return byRulesAlone;
  // Unpacked when first asked: pages ask for sentences alone.
  let detector: SubjectDetector | null = null;
  return (sentences, rating) => {
    detector ??= subjectDetector(model, taxonomy, THRESHOLDS, rewrittenIn(taxonomy));
    return detector(sentences, rating);
  };
}

/** The aspects and problems, as classes of the model, that have other words than in the built-in taxonomy of this id. */
function rewrittenIn(taxonomy: Taxonomy): ReadonlySet<string> {
  const builtIn = builtInTaxonomy(taxonomy.id);
  const wordsOf = (entry: TaxonomyEntry) => JSON.stringify([namingWords(entry), entry.judged_words]);
  const known = [...builtIn.aspects, ...builtIn.problems].map(wordsOf);
  const names = subjectClasses(builtIn);
  const before = new Map(names.map((name, place) => [name, known[place]]));
  const entries = [...taxonomy.aspects, ...taxonomy.problems];
  return new Set(
    subjectClasses(taxonomy).filter((name, place) => {
      const entry = entries[place];
      return entry !== undefined && wordsOf(entry) !== before.get(name);
    }),
  );
}

/** Leaves everything as the rules found it. */
export function byRulesAlone(sentences: Parameters<SubjectDetector>[0]): ReturnType<SubjectDetector> {
  return sentences;
}
