import { readHead } from "../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../domain/dataset/publish_dataset.ts";
import { runFunction } from "../child.ts";
import type { Processes } from "../processes.ts";
import { generateReviews } from "./generate_reviews.ts";

/** A publication with its time. */
export interface Publication {
  readonly revision: string;
  /** When the head was changed, in milliseconds since 1970. */
  readonly at: number;
}

/** Publishes generated reviews in a store, in a separate process. */
export function publishGenerated(
  processes: Processes,
  kvPath: string,
  reviews: number,
  seed: number,
): Promise<Publication> {
  return runFunction(processes, import.meta.url, publishReviews, [kvPath, reviews, seed]);
}

/** Publishes generated reviews in a store. */
export async function publishReviews(kvPath: string, reviews: number, seed: number): Promise<Publication> {
  const dataset = generateReviews(reviews, seed);
  using kv = await Deno.openKv(kvPath);
  const published = await publishDataset(kv, dataset, await readHead(kv), new Date());
  const at = Date.now();
  if (published.outcome !== "published") throw new Error(`The dataset was not published: ${published.outcome}.`);
  return { revision: published.head.revision, at };
}

/** Creates stores with generated reviews, one per number of reviews, on demand. */
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
