import { readHead } from "../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../domain/dataset/publish_dataset.ts";
import { generateReviews } from "../../tests/support/reviews/generate_reviews.ts";
import { type Processes, runFunction } from "./processes.ts";

/**
 * Publishes generated reviews in a store, in a separate process. Returns the revision, and the time of the change of
 * the head in milliseconds since 1970.
 */
export function publishGenerated(
  processes: Processes,
  kvPath: string,
  reviews: number,
  seed: number,
): ReturnType<typeof publishReviews> {
  return runFunction(processes, import.meta.url, publishReviews, [kvPath, reviews, seed]);
}

/** Publishes generated reviews in a store. */
export async function publishReviews(kvPath: string, reviews: number, seed: number) {
  const dataset = generateReviews(reviews, seed);
  using kv = await Deno.openKv(kvPath);
  const published = await publishDataset(kv, dataset, await readHead(kv), new Date());
  const at = Date.now();
  if (published.outcome !== "published") throw new Error(`The dataset was not published: ${published.outcome}.`);
  return { revision: published.head.revision, at };
}

/**
 * Returns a function that resolves to the path of a store with that many generated reviews. Creates each store once.
 */
export function generatedStores(processes: Processes, folder: string): (reviews: number) => Promise<string> {
  const made = new Map<number, Promise<string>>();
  async function make(reviews: number): Promise<string> {
    const kvPath = `${folder}/${reviews}/reviews.kv`;
    await Deno.mkdir(`${folder}/${reviews}`);
    await publishGenerated(processes, kvPath, reviews, 1);
    return kvPath;
  }
  return (reviews) => {
    const store = made.get(reviews) ?? make(reviews);
    made.set(reviews, store);
    return store;
  };
}
