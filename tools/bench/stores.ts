import type { Dataset } from "../../domain/dataset/dataset.ts";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../domain/dataset/publish_dataset.ts";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { writeReviewsDocument } from "../../domain/documents/reviews_document.ts";
import { launchArguments } from "../../cli/launch/launch_arguments.ts";
import { retriedStore } from "../../domain/store/watched_store.ts";
import { generateReviews } from "../../tests/support/reviews/generate_reviews.ts";
import { pause, type Processes, replyToParent, runFunction } from "./processes.ts";
import { ROOT } from "./service_process.ts";

/** Duration and peak memory of an import. */
interface ImportFigures {
  readonly seconds: number;
  readonly mebibytes: number;
}

/** A store with generated reviews, and what its import took. */
export interface GeneratedStore extends ImportFigures {
  /** Number of reviews. */
  readonly reviews: number;
  readonly kvPath: string;
}

const POLL_MS = 50;

/** Generated reviews, each with a sentence of the sample: random words hold no opinions. */
function opinionatedReviews(count: number, seed: number): Dataset {
  const dataset = generateReviews(count, seed);
  const sentences = sampleDataset().reviews.flatMap(({ text }) => text?.split(/(?<=[.!?]) /) ?? []);
  const reviews = dataset.reviews.map((review, rank) =>
    review.text === null ? review : { ...review, text: `${review.text} ${sentences[(rank + seed) % sentences.length]}` }
  );
  return { ...dataset, reviews };
}

/**
 * Imports generated reviews with the command of the operator.
 *
 * @param seed Other seeds give other reviews.
 */
export async function importGenerated(
  processes: Processes,
  folder: string,
  kvPath: string,
  count: number,
  seed: number,
): Promise<ImportFigures> {
  const { business, reviews } = opinionatedReviews(count, seed);
  const file = `${folder}/import-${count}-${seed}.json`;
  await Deno.writeFile(file, writeReviewsDocument(business, reviews));
  const env = { KV_PATH: kvPath };
  const args = [...launchArguments("import", (name) => name === "KV_PATH" ? kvPath : undefined), "--yes", file];
  const start = performance.now();
  const child = processes.start(Deno.execPath(), args, { cwd: ROOT, env, stdout: "piped", stderr: "piped" });
  const [{ code, stderr }, mebibytes] = await Promise.all([child.output(), peakMemory(child)]);
  if (code !== 0) throw new Error(`The import ended with ${code}: ${new TextDecoder().decode(stderr).trim()}`);
  return { seconds: (performance.now() - start) / 1000, mebibytes };
}

/** Returns the maximum resident memory of a process, in MiB; 0 where there is no `/proc`. */
async function peakMemory(child: Deno.ChildProcess): Promise<number> {
  let peak = 0;
  let ended = false;
  void child.status.then(() => ended = true);
  while (!ended) {
    const status = await Deno.readTextFile(`/proc/${child.pid}/status`).catch(() => "");
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
    await pause(POLL_MS);
  }
  return peak;
}

/**
 * Returns a function that resolves to a store with that many imported reviews. Creates each store once.
 *
 * @param most Maximum number of reviews of a store.
 */
export function generatedStores(
  processes: Processes,
  folder: string,
  most: number,
): (reviews: number) => Promise<GeneratedStore> {
  const made = new Map<number, Promise<GeneratedStore>>();
  async function make(reviews: number): Promise<GeneratedStore> {
    const storeFolder = `${folder}/${reviews}`;
    await Deno.mkdir(storeFolder);
    const kvPath = `${storeFolder}/reviews.kv`;
    return { reviews, kvPath, ...await importGenerated(processes, storeFolder, kvPath, reviews, 1) };
  }
  return (wanted) => {
    const reviews = Math.min(wanted, most);
    const store = made.get(reviews) ?? make(reviews);
    made.set(reviews, store);
    return store;
  };
}

/**
 * Publishes generated reviews in a store, in a separate process. Returns the time of the change of the head, in
 * milliseconds since 1970.
 */
export function publishGenerated(processes: Processes, kvPath: string, reviews: number, seed: number): Promise<number> {
  return runFunction<typeof publishReviews>(processes, import.meta.url, [kvPath, reviews, seed]);
}

/** Publishes generated reviews in a store. Resolves to the time afterwards, in milliseconds since 1970. */
async function publishReviews(kvPath: string, reviews: number, seed: number): Promise<number> {
  using opened = await Deno.openKv(kvPath);
  // Retries, because a running service locks the file now and then.
  const kv = retriedStore(opened);
  const published = await publishDataset(kv, generateReviews(reviews, seed), await readHead(kv), new Date());
  if (published.outcome !== "published") throw new Error(`The dataset was not published: ${published.outcome}.`);
  return Date.now();
}

if (import.meta.main) await replyToParent(publishReviews);
