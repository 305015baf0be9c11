import assert from "node:assert/strict";
import { subjectWeights } from "../../../tools/train/train.ts";
import { isCopy, runsOf, trainingReviews } from "../../../tools/eval/training_reviews.ts";

const training = await trainingReviews();

Deno.test("the subjects' weights equal those fitted to the labelled reviews", async () => {
  const weights = new URL("../../../domain/insights/subjects/subject_weights.json", import.meta.url);
  const kept = await Deno.readTextFile(weights);
  assert.ok(subjectWeights(training) === kept, "Run: deno task train");
  assert.ok(kept.length < 1_000_000);
});

Deno.test("eight equal words in a row count as a copy, whatever their capitals and punctuation", () => {
  const judged = new Set(runsOf("He came at nine, fixed the tap and left again."));
  assert.equal(isCopy("I say: HE CAME AT NINE. Fixed the tap, and ...", judged), true);
  assert.equal(isCopy("He came at nine and fixed the tap and left again.", judged), false);
});

Deno.test("hardly any training review shares eight words in a row with an evaluation review", () => {
  assert.ok(training.reviews.length > 1000);
  assert.ok(training.copies.length <= 20, training.copies.join());
});
