import { HEAD } from "../domain/dataset/dataset_head.ts";
import type { HearRow, Store } from "../domain/store/store.ts";
import { contentOf, servedDocuments, type Snapshot } from "../domain/snapshot/snapshot.ts";
import { buildInWorker, type SnapshotLoader, snapshotLoader } from "../domain/snapshot/snapshot_loader.ts";
import type { ServiceTrouble } from "../routes/services.ts";
import { StoreTroubleError } from "../domain/store/store_trouble.ts";
import type { Log } from "./log.ts";
import { type RepeatedFault, repeatedFault } from "./repeated_fault.ts";
import { collectGarbage } from "../domain/buffers.ts";
import type { Site } from "../domain/site.ts";
import { memoryToServe, memoryWarning } from "./memory_need.ts";

// With fewer reviews, starting a worker takes longer than building the snapshot.
const WORKER_FROM_REVIEWS = 3000;

/**
 * Creates the loader of snapshots. It logs each load, builds in a worker and frees the replaced snapshot.
 *
 * @param memoryLimit Available memory in bytes; null if unknown.
 * @param servesSample See `snapshotLoader`.
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
  );
  return snapshotLoader(
    kv,
    site,
    (...revision) => {
      const [, { reviews, parts }] = revision;
      const copies = new Set(parts.map(({ place }) => place)).size;
      const what = `serving ${reviews.toLocaleString("en")} reviews, while the next revision is loaded,`;
      const warning = memoryWarning(what, memoryToServe(reviews * copies), memoryLimit);
      if (warning !== null) log.warn(warning);
      // Frees the snapshot before last, which a slow client may have held at the last swap.
      collectGarbage();
      return build(...revision);
    },
    (snapshot) => {
      const { revision, reviewCount, publishedAt } = snapshot;
      log.info("dataset loaded", { revision, reviews: reviewCount, published_at: publishedAt });
      logContent(log, snapshot);
      // Later, because the caller still holds the replaced snapshot.
      setTimeout(collectGarbage, 0);
    },
    servesSample,
  );
}

function logContent(log: Pick<Log, "info" | "warn">, snapshot: Snapshot): void {
  const advice = "import your own reviews with: deno task import FILE --business business.json";
  switch (contentOf(snapshot)) {
    case "sample":
      return log.info(`this is fictional sample data; ${advice}`);
    case "nothing":
      return log.warn(`nothing is imported, so no reviews are served; ${advice}`);
  }
}

interface HeadListeners {
  /** Returns `Hub.publish`; null before the hub has started. */
  readonly publish: () => ((snapshot: Snapshot) => Promise<void>) | null;
  /** Called after the hub has processed a revision, but not for the first one, which is no change. */
  readonly onChange: () => Promise<void>;
}

// Subscribers should get a change within 300 ms, without the quiet time.
const LOOK_EVERY_MS = 200;
// Every fifth poll reads the head even if the mark is unchanged: two commits may leave the same file time.
const LOOK_UNCHANGED_EVERY = 5;
// Poll interval of stores that report changes. They may report late, and each read may cost money.
const LOOK_ANYWAY_MS = 10_000;
// Shorter faults are normal on a store that other processes write to.
const MOMENT_MS = 5000;

/**
 * Keeps the snapshot up to date with the head of the dataset and announces each revision once. Idle until `start`.
 *
 * @param storeMark Returns a text that changes with the store, cheaply; null if unknown.
 */
export function headWatch(
  loader: SnapshotLoader,
  { publish, onChange }: HeadListeners,
  log: Pick<Log, "error">,
  onRowChange?: HearRow,
  now: () => number = Date.now,
  storeMark: () => string | null = () => null,
) {
  const loading = repeatedFault((error) => log.error("dataset not loaded", { reason: String(error) }), now);
  const tellingFault = repeatedFault((error) => log.error("change not published", { reason: String(error) }), now);
  let published: string | null = null;
  let telling: Promise<void> | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let stopHearing = () => {};

  async function look(): Promise<void> {
    await loader.refresh().then(loading.ended, (error) => report(loading, error));
    if (telling !== null) await telling;
    const snapshot = loader.current();
    if (snapshot === null || snapshot.revision === published) return;
    telling ??= tell(snapshot).then(tellingFault.ended, (error) => report(tellingFault, error)).finally(() => {
      telling = null;
    });
    await telling;
  }

  async function tell(snapshot: Snapshot): Promise<void> {
    const toHub = publish();
    if (toHub === null) return;
    await toHub({ ...snapshot, documents: servedDocuments(snapshot) });
    const isChange = published !== null;
    published = snapshot.revision;
    if (isChange) await onChange();
  }

  let [mark, skipped]: [string | null, number] = [null, 0];
  function lookAtChange(): void {
    const current = storeMark();
    if (current !== null && current === mark && ++skipped < LOOK_UNCHANGED_EVERY) return;
    [mark, skipped] = [current, 0];
    void look();
  }

  return {
    /**
     * Checks the head now. Resolves when a new revision has been announced. Never rejects: failures are logged and
     * retried at the next check.
     */
    look,
    /** Begins to check: when the store reports a change, or five times a second if it cannot. */
    start: () => {
      timer ??= onRowChange === undefined
        ? setInterval(lookAtChange, LOOK_EVERY_MS)
        : setInterval(look, LOOK_ANYWAY_MS);
      stopHearing = onRowChange?.(HEAD, look) ?? stopHearing;
    },
    /** Why the head could not be read for some seconds; null if it can be read. */
    trouble: (): ServiceTrouble | null => {
      const since = loading.since();
      const isLong = since !== null && now() - since >= MOMENT_MS;
      return isLong ? { since, reason: "The store cannot be read; what was loaded before is still served." } : null;
    },
    stop: () => {
      clearInterval(timer);
      stopHearing();
    },
  };
}

/** Logs a repeated fault, unless `storeWatch` already logs it as trouble of the store. */
function report(fault: RepeatedFault, error: unknown): void {
  if (!(error instanceof StoreTroubleError)) fault.happened(error);
}
