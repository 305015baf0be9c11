import { fileURLToPath } from "node:url";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { readReviewsDocument, writeReviewsDocument } from "../../../domain/documents/reviews_document.ts";
import { analyzeReviews } from "../../../domain/insights/analysis/analyze_reviews.ts";
import { textReader } from "../../../domain/insights/analysis/text_reader.ts";
import { lexiconInsights } from "../../../domain/insights/lexicon_insights.ts";
import { builtInTaxonomy } from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { pause, type Processes, resultOf, spawnFunction } from "../processes.ts";
import { generateReviews } from "../../../tests/support/reviews/generate_reviews.ts";
import { seededRandom } from "../../../tests/support/seeded_random.ts";
import { type BenchContext, type BenchRow, plainRow } from "../rows.ts";

const REVIEWS = 100_000;
const IMPORT = { what: "import of 100,000 reviews", seconds: 60, mebibytes: 1024 };
const ANALYSIS = { what: "analysis of 100,000 reviews", seconds: 15, changedSeconds: 1, mebibytes: 360 };
const CHANGED = 10;
const LOOK_EVERY_MS = 100;
// V8 flags that the launcher sets.
const V8_FLAGS = ["--heap-growing-percent=50", "--max-semi-space-size=8"];
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Measures the time and the peak memory of the import command. */
export async function measureImport({ processes, folder }: BenchContext): Promise<readonly BenchRow[]> {
  const { what, seconds: goal, mebibytes } = IMPORT;
  const own = await Deno.makeTempDir({ dir: folder });
  const { business, reviews } = generateReviews(REVIEWS, 1);
  await Deno.writeFile(`${own}/reviews.json`, writeReviewsDocument(business, reviews));
  const start = performance.now();
  const access = ["--no-prompt", "--allow-env", `--allow-read=${own}`, `--allow-write=${own}`];
  const args = ["run", "-q", `--v8-flags=${V8_FLAGS.join()}`, ...access, "cli/import.ts", `${own}/reviews.json`];
  const options = { cwd: ROOT, env: { KV_PATH: `${own}/reviews.kv` }, stdout: "piped", stderr: "piped" } as const;
  const child = processes.start(Deno.execPath(), args, options);
  const [{ code, stderr }, peak] = await Promise.all([child.output(), peakMemory(processes, child)]);
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`exit code ${code}: ${new TextDecoder().decode(stderr).trim().split("\n")[0]}`);
  const time = plainRow(`${what}, time`, `${seconds.toFixed(1)} s`, `< ${goal} s`, seconds < goal);
  return [time, memoryRow(what, peak, mebibytes)];
}

/** Measures time and peak memory of the analysis, of all reviews and after ten changes. */
export async function measureAnalysis({ processes, folder }: BenchContext): Promise<readonly BenchRow[]> {
  const { what, seconds: goal, changedSeconds, mebibytes } = ANALYSIS;
  const path = await Deno.makeTempFile({ dir: folder, suffix: ".json" });
  await Deno.writeFile(path, opinionatedReviews());
  const { report: { insights, reading }, peak } = await runAnalysis(processes, path, false);
  const { report: { changed, changedInsights } } = await runAnalysis(processes, path, true);
  const time = plainRow(`${what}, time`, `${insights.toFixed(1)} s`, `< ${goal} s`, insights < goal);
  const again = "analysis again, 10 reviews changed";
  return [
    { ...time, against: `reading their JSON ${reading.toFixed(2)} s`, ratio: (insights / reading).toFixed(1) },
    plainRow(again, `${changed.toFixed(2)} s`, `< ${changedSeconds} s`, changed < changedSeconds),
    plainRow("the same with the whole document", `${changedInsights.toFixed(2)} s`),
    memoryRow(what, peak, mebibytes),
  ];
}

async function runAnalysis(processes: Processes, path: string, isAgain: boolean) {
  const child = spawnFunction(processes, import.meta.url, analyse, [path, isAgain], { v8Flags: V8_FLAGS });
  const [report, peak] = await Promise.all([
    resultOf<Awaited<ReturnType<typeof analyse>>>(child),
    peakMemory(processes, child),
  ]);
  return { report, peak };
}

function memoryRow(what: string, peak: number, goal: number): BenchRow {
  return plainRow(`${what}, memory`, `${Math.round(peak)} MiB`, `< ${goal} MiB`, peak < goal);
}

/**
 * Analyses a document in a separate process, so that its memory is that of one analysis. Returns durations in seconds:
 * of parsing the JSON, and of the insights document. With `isAgain`, also of another analysis after a few changes,
 * without and with the document; otherwise these are 0.
 */
export async function analyse(path: string, isAgain: boolean) {
  const taxonomy = builtInTaxonomy("home_services");
  const [reading, { business, reviews }] = await timed(() => readDocument(path));
  const [insights, { packed }] = await timed(() => lexiconInsights(business, reviews, taxonomy, null));
  if (!isAgain) return { reading, insights, changed: 0, changedInsights: 0 };
  const edited = reviews.map((review, index) =>
    index < CHANGED ? { ...review, text: `${review.text ?? ""} They were late.` } : review
  );
  const earlier = { reviews, packed };
  const [changed, { analysed }] = await timed(() => analyzeReviews(textReader(business, taxonomy), edited, earlier));
  if (analysed !== CHANGED) throw new Error(`${analysed} reviews were analysed; expected ${CHANGED}.`);
  const [changedInsights] = await timed(() => lexiconInsights(business, edited, taxonomy, earlier));
  return { reading, insights, changed, changedInsights };
}

/** Reads the reviews of a file and frees its bytes, which are not part of the measurement. */
function readDocument(path: string): ReturnType<typeof readReviewsDocument> {
  const bytes = Deno.readFileSync(path);
  const read = readReviewsDocument(bytes);
  bytes.buffer.transfer(0);
  return read;
}

async function timed<Result>(work: () => Result | Promise<Result>): Promise<readonly [number, Result]> {
  const start = performance.now();
  const result = await work();
  return [(performance.now() - start) / 1000, result];
}

/**
 * Returns generated reviews of about 300 characters with sentences from the sample, because random words contain no
 * opinions.
 */
function opinionatedReviews(): Uint8Array {
  const random = seededRandom(2);
  const { business, reviews } = generateReviews(REVIEWS, 1);
  const sentences = sampleDataset().reviews.flatMap(({ text }) => text?.split(/(?<=[.!?]) /) ?? []);
  return writeReviewsDocument(
    business,
    reviews.map((review) => {
      if (review.text === null) return review;
      const length = 50 + random() * 430;
      const chosen: string[] = [];
      for (let written = 0; written < length; written += chosen.at(-1)?.length ?? 0) {
        chosen.push(sentences[Math.floor(random() * sentences.length)] ?? "");
      }
      return { ...review, text: chosen.join(" ") };
    }),
  );
}

/** Returns the maximum resident memory of a process by `ps`, in MiB. */
async function peakMemory(processes: Processes, child: Deno.ChildProcess): Promise<number> {
  let peak = 0;
  let ended = false;
  void child.status.then(() => ended = true);
  while (!ended) {
    const { stdout } = await processes.run("ps", ["-o", "rss=", "-p", String(child.pid)]);
    peak = Math.max(peak, Number(stdout.trim()) / 1024);
    await pause(LOOK_EVERY_MS);
  }
  return peak;
}
