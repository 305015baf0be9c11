import { fileURLToPath } from "node:url";
import { writeReviewsDocument } from "../../domain/documents/reviews_document.ts";
import { generateReviews } from "../data/generate_reviews.ts";
import type { BenchContext } from "./bench_context.ts";
import { type BenchRow, plainRow, unmeasuredRow } from "./bench_row.ts";
import { peakMemory } from "./peak_memory.ts";

const REVIEWS = 100_000;
const WHAT = "import of 100,000 reviews";
const GOAL_SECONDS = 60;
const GOAL_MIB = 1024;
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Measures the time and the peak memory of the import command. */
export async function measureImport({ processes, folder }: BenchContext): Promise<readonly BenchRow[]> {
  const own = await Deno.makeTempDir({ dir: folder });
  const { business, reviews } = generateReviews(REVIEWS, 1);
  await Deno.writeFile(`${own}/reviews.json`, writeReviewsDocument(business, reviews));
  const start = performance.now();
  const child = processes.start(Deno.execPath(), [
    "run",
    "-q",
    // As the launcher does.
    "--v8-flags=--heap-growing-percent=50,--max-semi-space-size=8",
    "--no-prompt",
    "--allow-env",
    `--allow-read=${own}`,
    `--allow-write=${own}`,
    "cli/import.ts",
    `${own}/reviews.json`,
  ], { cwd: ROOT, env: { KV_PATH: `${own}/reviews.kv` }, stdout: "piped", stderr: "piped" });
  const [{ code, stderr }, mebibytes] = await Promise.all([child.output(), peakMemory(processes, child)]);
  const seconds = (performance.now() - start) / 1000;
  await Deno.remove(own, { recursive: true });
  if (code !== 0) {
    const [reason = ""] = new TextDecoder().decode(stderr).trim().split("\n");
    return [unmeasuredRow(WHAT, `exit code ${code}: ${reason.slice(0, 80)}`)];
  }
  const time = { text: `< ${GOAL_SECONDS} s`, reached: seconds < GOAL_SECONDS };
  const memory = { text: `< ${GOAL_MIB} MiB`, reached: mebibytes < GOAL_MIB };
  return [
    plainRow(`${WHAT}, time`, `${seconds.toFixed(1)} s`, time),
    Number.isNaN(mebibytes)
      ? unmeasuredRow(`${WHAT}, memory`, "there is no ps")
      : plainRow(`${WHAT}, memory`, `${Math.round(mebibytes)} MiB`, memory),
  ];
}
