import { fileURLToPath } from "node:url";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { writeReviewsDocument } from "../../domain/documents/reviews_document.ts";
import { generateReviews } from "../data/generate_reviews.ts";
import { seededRandom } from "../data/seeded_random.ts";
import type { Processes } from "../processes.ts";
import type { AnalysisReport } from "./analysis_process.ts";
import type { BenchContext } from "./bench_context.ts";
import { type BenchRow, plainRow, unmeasuredRow } from "./bench_row.ts";
import { peakMemory } from "./peak_memory.ts";

const REVIEWS = 100_000;
const WHAT = "analysis of 100,000 reviews";
const GOAL_SECONDS = 15;
const GOAL_CHANGED_SECONDS = 1;
const GOAL_MIB = 360;
const SCRIPT = fileURLToPath(new URL("analysis_process.ts", import.meta.url));

/** Measures the time of the analysis, of all reviews and of ten changed ones, and its peak memory. */
export async function measureAnalysis({ processes, folder }: BenchContext): Promise<readonly BenchRow[]> {
  const path = await Deno.makeTempFile({ dir: folder, suffix: ".json" });
  try {
    await Deno.writeFile(path, speakingReviews());
    const { report: { insights, reading }, mebibytes } = await analysis(processes, path, "once");
    const { report: { changed, changedInsights } } = await analysis(processes, path, "again");
    return [
      {
        what: `${WHAT}, time`,
        measured: `${insights.toFixed(1)} s`,
        against: `reading their JSON ${reading.toFixed(2)} s`,
        ratio: (insights / reading).toFixed(1),
        goal: `< ${GOAL_SECONDS} s`,
        verdict: insights < GOAL_SECONDS ? "reached" : "missed",
      },
      secondsRow("analysis again, 10 reviews changed", changed ?? NaN, GOAL_CHANGED_SECONDS),
      plainRow("the same with the whole document", `${(changedInsights ?? NaN).toFixed(2)} s`),
      Number.isNaN(mebibytes)
        ? unmeasuredRow(`${WHAT}, memory`, "there is no ps")
        : plainRow(`${WHAT}, memory`, `${Math.round(mebibytes)} MiB`, {
          text: `< ${GOAL_MIB} MiB`,
          reached: mebibytes < GOAL_MIB,
        }),
    ];
  } catch (error) {
    return [unmeasuredRow(WHAT, error instanceof Error ? error.message : String(error))];
  } finally {
    await Deno.remove(path);
  }
}

async function analysis(processes: Processes, path: string, turns: "once" | "again") {
  const child = processes.start(Deno.execPath(), [
    "run",
    "-q",
    "--no-prompt",
    "--v8-flags=--heap-growing-percent=50,--max-semi-space-size=8",
    `--allow-read=${path}`,
    SCRIPT,
    path,
    turns,
  ], { stdout: "piped", stderr: "piped" });
  const [{ code, stdout, stderr }, mebibytes] = await Promise.all([child.output(), peakMemory(processes, child)]);
  const decoder = new TextDecoder();
  if (code !== 0) throw new Error(`exit code ${code}: ${decoder.decode(stderr).trim().split("\n")[0]?.slice(0, 80)}`);
  const report: AnalysisReport = JSON.parse(decoder.decode(stdout));
  return { report, mebibytes };
}

function secondsRow(what: string, seconds: number, goal: number): BenchRow {
  return plainRow(what, `${seconds.toFixed(2)} s`, { text: `< ${goal} s`, reached: seconds < goal });
}

/**
 * Generated reviews of about 300 characters whose sentences come from the sample: random words would contain no
 * opinions.
 */
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
