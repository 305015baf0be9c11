import type { PackedModel } from "../model/linear_model.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { type SubjectDetector, subjectDetector } from "./subject_detector.ts";
import weights from "./subject_weights.json" with { type: "json" };

const MODELS: ReadonlyMap<string, PackedModel> = new Map(Object.entries(weights));
/** From which score on, in log-odds, a clause speaks of a subject: chosen by cross-validation. */
const THRESHOLDS = { aspects: 0, problems: -0.4 };

/** The detector with the weights of this version; of a taxonomy without a model, what the rules found. */
export function trainedDetector(taxonomy: Taxonomy): SubjectDetector {
  const model = MODELS.get(taxonomy.id);
  return model === undefined ? byRulesAlone : subjectDetector(model, taxonomy, THRESHOLDS);
}

/** Leaves everything as the rules found it. */
export function byRulesAlone(sentences: Parameters<SubjectDetector>[0]): ReturnType<SubjectDetector> {
  return sentences;
}
