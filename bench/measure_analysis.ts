import { fileURLToPath } from "node:url";
import { writeReviewsDocument } from "../domain/reviews_document.ts";
import { sampleDataset } from "../domain/sample_dataset.ts";
import type { AnalysisReport } from "./analysis_process.ts";
import type { BenchContext } from "./bench_context.ts";
import { type BenchRow, plainRow, unmeasuredRow } from "./bench_row.ts";
import { generateReviews } from "./generate_reviews.ts";
import { peakMemory } from "./peak_memory.ts";
import { seededRandom } from "./seeded_random.ts";

const REVIEWS = 100_000;
const WHAT = "analysis of 100,000 reviews";
const GOAL_SECONDS = 10;
const GOAL_CHANGED_SECONDS = 1;
const GOAL_MIB = 400;
const SCRIPT = fileURLToPath(new URL("analysis_process.ts", import.meta.url));

/** Measures how long the analysis takes, of all reviews and of ten changed ones, and how much memory its process holds. */
export async function measureAnalysis({ processes, folder }: BenchContext): Promise<readonly BenchRow[]> {
  const path = await Deno.makeTempFile({ dir: folder, suffix: ".json" });
  await Deno.writeFile(path, speakingReviews());
  const child = processes.start(Deno.execPath(), [
    "run",
    "-q",
    "--no-prompt",
    "--v8-flags=--heap-growing-percent=20",
    `--allow-read=${path}`,
    SCRIPT,
    path,
  ], { stdout: "piped", stderr: "piped" });
  const [{ code, stdout, stderr }, mebibytes] = await Promise.all([child.output(), peakMemory(processes, child)]);
  await Deno.remove(path);
  const decoder = new TextDecoder();
  if (code !== 0) {
    const [reason = ""] = decoder.decode(stderr).trim().split("\n");
    return [unmeasuredRow(WHAT, `exit code ${code}: ${reason.slice(0, 80)}`)];
  }
  const { reading, insights, changed, changedInsights }: AnalysisReport = JSON.parse(decoder.decode(stdout));
  return [
    {
      what: `${WHAT}, time`,
      measured: `${insights.toFixed(1)} s`,
      against: `reading their JSON ${reading.toFixed(2)} s`,
      ratio: (insights / reading).toFixed(1),
      goal: `< ${GOAL_SECONDS} s`,
      verdict: insights < GOAL_SECONDS ? "reached" : "missed",
    },
    plainRow("analysis again, 10 reviews changed", `${changed.toFixed(2)} s`, {
      text: `< ${GOAL_CHANGED_SECONDS} s`,
      reached: changed < GOAL_CHANGED_SECONDS,
    }),
    plainRow("the same with the whole document", `${changedInsights.toFixed(2)} s`),
    Number.isNaN(mebibytes)
      ? unmeasuredRow(`${WHAT}, memory`, "there is no ps")
      : plainRow(`${WHAT}, memory`, `${Math.round(mebibytes)} MiB`, {
        text: `< ${GOAL_MIB} MiB`,
        reached: mebibytes < GOAL_MIB,
      }),
  ];
}

/** Generated reviews of about 300 characters in sentences of the sample: made-up words would give nothing to analyse. */
function speakingReviews(): Uint8Array {
  const random = seededRandom(2);
  const { business, reviews } = generateReviews(REVIEWS, 1);
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  const sentences = sampleDataset().reviews.flatMap(({ text }) =>
    text === null ? [] : [...segmenter.segment(text)].map(({ segment }) => segment.trim())
  );
  return writeReviewsDocument(
    business,
    reviews.map((review) => {
      if (review.text === null) return review;
      const length = 50 + random() * 430;
      const said: string[] = [];
      for (let written = 0; written < length; written += said.at(-1)?.length ?? 0) {
        said.push(sentences[Math.floor(random() * sentences.length)] ?? "");
      }
      return { ...review, text: said.join(" ") };
    }),
  );
}
