import { fileURLToPath } from "node:url";
import type { Processes } from "../processes.ts";

const SCRIPT = fileURLToPath(new URL("publish_store.ts", import.meta.url));

/** A publication with its time. */
export interface Publication {
  readonly revision: string;
  /** When the head was changed, in milliseconds since 1970. */
  readonly at: number;
}

/** Publishes generated reviews in a store, in a separate process. */
export async function publishGenerated(
  processes: Processes,
  kvPath: string,
  reviews: number,
  seed: number,
): Promise<Publication> {
  const folder = kvPath.slice(0, kvPath.lastIndexOf("/"));
  const { code, stdout, stderr } = await processes.run(Deno.execPath(), [
    "run",
    "-q",
    "--no-prompt",
    `--allow-read=${folder}`,
    `--allow-write=${folder}`,
    SCRIPT,
    kvPath,
    String(reviews),
    String(seed),
  ]);
  if (code !== 0) throw new Error(`${reviews} reviews could not be published: ${stderr}`);
  return JSON.parse(stdout);
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
