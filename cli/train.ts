import { LEARNT_TRADES } from "../domain/insights/taxonomy/taxonomy_choice.ts";
import { print } from "./command/print.ts";
import { type CommandLine, runCommand } from "./command/run_command.ts";
import { polarityModel } from "./train/polarity_model.ts";
import { subjectModel } from "./train/subject_models.ts";
import { type TrainingReviews, trainingReviews } from "./train/training_reviews.ts";

const HELP = `Fit the trained part of the analysis anew, from the labelled reviews of
tests/fixtures/gold/training and the labelled sentences of tests/fixtures/gold/sentences. The same
labels give the same bytes.

  deno task train [--check]

  --check    write nothing; exit with 1 when the weights are not what the reviews give
  --help     this text`;

const INSIGHTS = new URL("../domain/insights/", import.meta.url);

/** The text of the file of weights by which subjects are found. */
export function subjectWeights(training: TrainingReviews): string {
  const models = Object.fromEntries(LEARNT_TRADES.map((name) => [name, subjectModel(training, name)]));
  return JSON.stringify(models, null, 2) + "\n";
}

/** The text of the file of weights by which aspects are judged. */
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

if (import.meta.main) await runCommand(HELP, { check: { type: "boolean" } }, trainCommand);
