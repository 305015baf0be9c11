import { builtInTaxonomy, LEARNT_TRADES } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { print } from "../../terminal/print.ts";
import { type CommandLine, runCommand } from "../../cli/command/run_command.ts";
import { polarityModel } from "./polarity_model.ts";
import { type TrainingReviews, trainingReviews } from "../eval/training_reviews.ts";
import { BusinessFile } from "../../domain/business.ts";
import { type ReviewReader, textReader } from "../../domain/insights/analysis/text_reader.ts";
import type { PackedModel } from "../../domain/insights/model/linear_model.ts";
import { subjectClasses } from "../../domain/insights/subjects/subject_detector.ts";
import { type Example, fitLinear, type FitSettings } from "./fit_linear.ts";
import { kindredExamples } from "./kindred_examples.ts";
import { clauseKeys, subjectExamples } from "./subject_examples.ts";
import { scoreSentence } from "../../domain/insights/sentiment/score_sentence.ts";
import { readSentence } from "../../domain/insights/subjects/read_sentence.ts";
import type { LabelledSentence } from "../eval/eval_sentences.ts";

/** Aspects of the restaurant taxonomy by MAMS category. For other aspects, MAMS gives no information. */
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
 * Creates an example for each clause of sentences with categories, for the restaurant taxonomy. The labels do not name
 * the words. So an aspect counts in a clause only if the sentence has its category and the rules find it there.
 */
function sentenceExamples(sentences: readonly LabelledSentence[], reader: ReviewReader): readonly Example[] {
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

/** Hyperparameters, chosen by cross-validation. */
const SETTINGS: FitSettings = {
  epochs: 6,
  fewestExamples: 5,
  rate: 0.08,
  sparsity: 0.3,
  decay: 0,
  leastKept: 0.05,
  wellKnown: 100,
};

/**
 * Weight of examples from MAMS sentences. A higher weight worsens detection in our own reviews, a lower one in reviews
 * of other origin.
 */
const SENTENCE_WEIGHT = 0.6;

/** The taxonomy that fits the labelled sentences. */
const OF_SENTENCES = "restaurant";

/** Fits the model that detects the subjects of a built-in taxonomy. */
function subjectModel(
  { reviews, sentences }: Pick<TrainingReviews, "reviews" | "sentences">,
  name: string,
): PackedModel {
  const taxonomy = builtInTaxonomy(name);
  const reader = textReader(BusinessFile.parse({ name: "A business" }), taxonomy);
  const own = reviews.filter((review) => review.taxonomy === name);
  const more = name === OF_SENTENCES
    ? sentenceExamples(sentences, reader).map((one) => ({ ...one, weight: SENTENCE_WEIGHT }))
    : [];
  const examples = [...subjectExamples(own, reader), ...more, ...kindredExamples(reviews, reader, name)];
  return fitLinear(examples, subjectClasses(taxonomy), SETTINGS);
}

const HELP = `Fit the models of the analysis to the labelled reviews in
tests/fixtures/gold/training and the sentences in tests/fixtures/gold/sentences.
The same labels give the same bytes.

  deno task train [--check]

  --check    write nothing; exit with 1 if the models differ from the result
  --help     this text`;

const INSIGHTS = new URL("../../domain/insights/", import.meta.url);

/** Content of the file with the weights for detecting subjects. */
export function subjectWeights(training: TrainingReviews): string {
  const models = Object.fromEntries(LEARNT_TRADES.map((name) => [name, subjectModel(training, name)]));
  return JSON.stringify(models, null, 2) + "\n";
}

/** Content of the file with the weights for the polarity of aspects. */
export function polarityWeights({ reviews, sentences }: TrainingReviews): string {
  return JSON.stringify(polarityModel(reviews, sentences), null, 2) + "\n";
}

async function trainCommand({ flag }: CommandLine): Promise<number> {
  const training = await trainingReviews();
  const left = training.copies.length === 0
    ? ""
    : ` ${training.copies.length} were left out: they share words with those that models are judged by (${
      training.copies.join(", ")
    }).`;
  print(`${training.reviews.length} reviews.${left}`);
  const written = [
    ["subjects/subject_weights.json", subjectWeights(training)],
    ["polarity/polarity_weights.json", polarityWeights(training)],
  ] as const;
  let changed = 0;
  for (const [path, weights] of written) {
    const file = new URL(path, INSIGHTS);
    const isSame = await Deno.readTextFile(file) === weights;
    if (!isSame) changed++;
    if (!flag("check") && !isSame) await Deno.writeTextFile(file, weights);
    print(`${path}: ${weights.length} bytes, ${isSame ? "as before" : "changed"}.`);
  }
  return flag("check") && changed > 0 ? 1 : 0;
}

/** Runs `deno task train`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runCommand(args, HELP, { check: { type: "boolean" } }, trainCommand);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
