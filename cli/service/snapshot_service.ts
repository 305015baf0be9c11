import { collectGarbage } from "../../domain/collect_garbage.ts";
import type { Site } from "../../domain/site.ts";
import { buildInWorker } from "../../domain/snapshot/build_in_worker.ts";
import { type SnapshotLoader, snapshotLoader } from "../../domain/snapshot/snapshot_loader.ts";
import type { Store } from "../../domain/store/store.ts";
import type { Log } from "./log.ts";
import { memoryToServe, memoryWarning } from "./memory_need.ts";

// With fewer reviews a worker takes longer to start than the snapshot takes to build.
const WORKER_FROM_REVIEWS = 3000;

/**
 * Creates the loader of snapshots, with the log and with as little memory as possible.
 *
 * @param memoryLimit How many bytes of memory there are; null if it is not known.
 * @param servesSample As `snapshotLoader` takes it.
 */
export function snapshotService(
  kv: Store,
  site: Site,
  log: Log,
  memoryLimit: number | null,
  servesSample: boolean,
): SnapshotLoader {
  const build = buildInWorker(
    WORKER_FROM_REVIEWS,
    (error) => log.warn("no worker; requests wait while the snapshot is built", { reason: String(error) }),
    collectGarbage,
  );
  return snapshotLoader(
    kv,
    site,
    (...revision) => {
      const [, { reviews }] = revision;
      const what = `serving ${reviews.toLocaleString("en")} reviews, while the next revision is loaded,`;
      const warning = memoryWarning(what, memoryToServe(reviews), memoryLimit);
      if (warning !== null) log.warn(warning);
      // Whatever still held a replaced snapshot at the last swap, such as a slow client, has let go of it meanwhile.
      collectGarbage();
      return build(...revision);
    },
    ({ revision, reviewCount, publishedAt }) => {
      log.info("dataset loaded", { revision, reviews: reviewCount, published_at: publishedAt });
      // Not at once: the caller still holds the snapshot that was replaced.
      setTimeout(collectGarbage, 0);
    },
    servesSample,
  );
}
