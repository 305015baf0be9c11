import type { ReviewReader } from "../../domain/insights/analysis/text_reader.ts";
import { scoreSentence } from "../../domain/insights/sentiment/score_sentence.ts";
import { readSentence } from "../../domain/insights/subjects/read_sentence.ts";
import { subjectClasses } from "../../domain/insights/subjects/subject_detector.ts";
import type { LabelledSentence } from "../eval/eval_sentences.ts";
import type { Example } from "./fit_linear.ts";
import { clauseKeys } from "./subject_examples.ts";

/** The aspects of the restaurant taxonomy of which a category of MAMS tells; of the others it tells nothing. */
const ASPECTS: Readonly<Record<string, readonly string[]>> = {
  food: ["food", "drinks"],
  staff: ["staff"],
  service: ["service", "waiting_time"],
  price: ["price"],
  ambience: ["ambience"],
  menu: ["menu"],
  place: ["location"],
};
const SILENT_STARS = 3;

/**
 * Makes an example of each clause of sentences with categories, for the restaurant taxonomy. The labels do not tell which
 * words say it: of a category that a sentence has, only what the rules find in a clause is taken for said there.
 */
export function sentenceExamples(sentences: readonly LabelledSentence[], reader: ReviewReader): readonly Example[] {
  const { taxonomy, sentencesOf, lexicon, subjectsOf } = reader;
  const classes = subjectClasses(taxonomy);
  const told = new Map(
    Object.entries(ASPECTS).flatMap(([category, aspects]) =>
      aspects.map((aspect) => [classes.indexOf(`aspect ${aspect}`), category] as const)
    ),
  );
  const keysOf = clauseKeys(taxonomy);
  return sentences.flatMap(({ text, categories }) =>
    sentencesOf(text).flatMap((one) => {
      const sentence = readSentence(scoreSentence(one, lexicon), subjectsOf, taxonomy, SILENT_STARS);
      return sentence.aspects.map((found, clause) => {
        const isSaid = (place: number) => categories.has(told.get(place) ?? "") && found.has(place);
        const isUnknown = (place: number) => !told.has(place) || categories.has(told.get(place) ?? "");
        const places = classes.map((_, place) => place);
        return {
          keys: keysOf(sentence, clause, SILENT_STARS),
          classes: places.filter(isSaid),
          unknown: places.filter((place) => isUnknown(place) && !isSaid(place)),
        };
      });
    })
  );
}
