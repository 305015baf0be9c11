import { BusinessFile } from "../../domain/business.ts";
import { textReader } from "../../domain/insights/analysis/text_reader.ts";
import type { PackedModel } from "../../domain/insights/model/linear_model.ts";
import { subjectClasses } from "../../domain/insights/subjects/subject_detector.ts";
import { builtInTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { fitLinear, type FitSettings } from "./fit_linear.ts";
import { kindredExamples } from "./kindred_examples.ts";
import { sentenceExamples } from "./sentence_examples.ts";
import { subjectExamples } from "./subject_examples.ts";
import type { TrainingReviews } from "./training_reviews.ts";

/** Chosen by cross-validation. */
const SETTINGS: FitSettings = {
  epochs: 6,
  fewestExamples: 5,
  rate: 0.08,
  sparsity: 0.3,
  decay: 0,
  leastKept: 0.05,
  wellKnown: 100,
};

/** Of the sentences from elsewhere: with more the aspects of our own reviews are found less surely, with less those of others. */
const SENTENCE_WEIGHT = 0.6;

/** The taxonomy of which labelled sentences tell. */
const OF_SENTENCES = "restaurant";

/** Fits the model by which the subjects of a built-in taxonomy are found. */
export function subjectModel(
  { reviews, sentences }: Pick<TrainingReviews, "reviews" | "sentences">,
  name: string,
  settings = SETTINGS,
  weight = SENTENCE_WEIGHT,
): PackedModel {
  const taxonomy = builtInTaxonomy(name);
  const reader = textReader(BusinessFile.parse({ name: "A business" }), taxonomy);
  const own = reviews.filter((review) => review.taxonomy === name);
  const more = name === OF_SENTENCES ? sentenceExamples(sentences, reader).map((one) => ({ ...one, weight })) : [];
  const examples = [...subjectExamples(own, reader), ...more, ...kindredExamples(reviews, reader, name)];
  return fitLinear(examples, subjectClasses(taxonomy), settings);
}
