import type { PackedModel } from "../model/linear_model.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { type SubjectDetector, subjectDetector } from "./subject_detector.ts";
import weights from "./subject_weights.json" with { type: "json" };

const MODELS: ReadonlyMap<string, PackedModel> = new Map(Object.entries(weights));
/** In log-odds; chosen by cross-validation. */
const THRESHOLDS = { aspects: { keep: 0, add: 0.85 }, problems: { keep: 0.4, add: 0.4 } };

/** The detector with the weights of this version; of a taxonomy without a model, what the rules found. */
export function trainedDetector(taxonomy: Taxonomy): SubjectDetector {
  const model = MODELS.get(taxonomy.id);
  if (model === undefined) return byRulesAlone;
  // Unpacked when first asked: pages ask for sentences alone.
  let detector: SubjectDetector | null = null;
  return (sentences, rating) => (detector ??= subjectDetector(model, taxonomy, THRESHOLDS))(sentences, rating);
}

/** Leaves everything as the rules found it. */
export function byRulesAlone(sentences: Parameters<SubjectDetector>[0]): ReturnType<SubjectDetector> {
  return sentences;
}
