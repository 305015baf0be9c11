import { TAXONOMY_NAMES } from "../domain/insights/taxonomy/taxonomy_choice.ts";
import { print } from "./command/print.ts";
import { type CommandLine, runCommand } from "./command/run_command.ts";
import { subjectModel } from "./train/subject_models.ts";
import { type TrainingReviews, trainingReviews } from "./train/training_reviews.ts";

const HELP = `Fit the trained part of the analysis anew, from the labelled reviews of
tests/fixtures/gold/training. The same reviews give the same bytes.

  deno task train [--check]

  --check    write nothing; exit with 1 when the weights are not what the reviews give
  --help     this text`;

const SUBJECTS = new URL("../domain/insights/subjects/subject_weights.json", import.meta.url);

/** The text of the file of weights by which subjects are found. */
export function subjectWeights(training: TrainingReviews): string {
  const models = Object.fromEntries(TAXONOMY_NAMES.map((name) => [name, subjectModel(training, name)]));
  return JSON.stringify(models, null, 2) + "\n";
}

async function trainCommand({ flag }: CommandLine): Promise<number> {
  const training = await trainingReviews();
  const weights = subjectWeights(training);
  const before = await Deno.readTextFile(SUBJECTS);
  if (!flag("check")) await Deno.writeTextFile(SUBJECTS, weights);
  const left = training.copies.length === 0
    ? ""
    : ` ${training.copies.length} were left out: they share words with those that models are judged by (${
      training.copies.join(", ")
    }).`;
  print(
    `${training.reviews.length} reviews; ${weights.length} bytes, ${
      weights === before ? "as before" : "changed"
    }.${left}`,
  );
  return flag("check") && weights !== before ? 1 : 0;
}

if (import.meta.main) await runCommand(HELP, { check: { type: "boolean" } }, trainCommand);
