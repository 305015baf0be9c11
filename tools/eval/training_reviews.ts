import { type LabelledSentence, labelledSentences } from "./eval_sentences.ts";
import { type GoldReview, goldReviews } from "./gold_set.ts";

const GOLD = new URL("../../tests/fixtures/gold/", import.meta.url);
const TRAINING = new URL("training/", GOLD);
/** Test files of the models. Their texts must not be in the training data. */
const JUDGES = ["held.jsonl", "validation.jsonl", "probes.jsonl"];
const LONGEST_SHARED = 8;

/** The training reviews, and the ids of those left out because they share words with test data. */
export interface TrainingReviews {
  readonly reviews: readonly GoldReview[];
  readonly copies: readonly string[];
  /** Sentences of restaurant reviews with the categories of MAMS. */
  readonly sentences: readonly LabelledSentence[];
}

/**
 * Reads the labelled reviews for development, and those of `tests/fixtures/gold/training`, file by file in the order of
 * their names. Leaves out reviews that share eight consecutive words with test data.
 */
export async function trainingReviews(): Promise<TrainingReviews> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(TRAINING)) if (name.endsWith(".jsonl")) names.push(name);
  const files = await Promise.all(names.sort().map((name) => Deno.readTextFile(new URL(name, TRAINING))));
  const judges = await Promise.all(JUDGES.map((name) => Deno.readTextFile(new URL(name, GOLD))));
  const kept = new Set(judges.flatMap(textsOf).flatMap(runsOf));
  const development = await Deno.readTextFile(new URL("development.jsonl", GOLD));
  const all = [development, ...files].flatMap(goldReviews);
  const copies = all.filter(({ text }) => isCopy(text, kept)).map(({ id }) => id);
  const sentences = labelledSentences(await Deno.readTextFile(new URL("sentences/mams.xml", GOLD)));
  return { reviews: all.filter(({ id }) => !copies.includes(id)), copies, sentences };
}

function textsOf(lines: string): readonly string[] {
  return lines.split("\n").flatMap((line) => line === "" ? [] : [String(JSON.parse(line).text)]);
}

/** Whether a text contains any of these runs of words. */
export function isCopy(text: string, runs: ReadonlySet<string>): boolean {
  return runsOf(text).some((run) => runs.has(run));
}

/** All runs of eight consecutive words of a text, ignoring case and punctuation. */
export function runsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.flatMap((_, at) => {
    const run = words.slice(at, at + LONGEST_SHARED);
    return run.length === LONGEST_SHARED ? [run.join(" ")] : [];
  });
}
