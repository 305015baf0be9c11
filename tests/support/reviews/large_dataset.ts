import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../../domain/dataset/publish_dataset.ts";
import { compareReviews } from "../../../domain/review.ts";
import { ownDataset } from "./measured_dataset.ts";
import { reviewOf } from "./review_of.ts";

/** Size of `/reviews.json` after {@linkcode publishLargeDataset}, in bytes: more than the buffers of a connection hold. */
export const LARGE = 20_000_000;

/** Publishes reviews of {@linkcode LARGE} bytes, so that a service still sends them when a test does something else. */
export async function publishLargeDataset(kvPath: string): Promise<void> {
  using kv = await Deno.openKv(kvPath);
  const text = "x".repeat(100_000);
  const reviews = Array.from({ length: LARGE / text.length }, (_, n) => reviewOf({ native: String(n), text }));
  const dataset = ownDataset({ reviews: reviews.sort(compareReviews) });
  await publishDataset(kv, dataset, await readHead(kv), new Date());
}
