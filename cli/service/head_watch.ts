import { HEAD } from "../../domain/dataset/dataset_head.ts";
import type { HearRow } from "../../domain/store/store.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import type { SnapshotLoader } from "../../domain/snapshot/snapshot_loader.ts";
import type { ServiceTrouble } from "../../routes/services.ts";
import { StoreTroubleError } from "../../domain/store/store_trouble.ts";
import type { Log } from "./log.ts";
import { type RepeatedFault, repeatedFault } from "./repeated_fault.ts";

/** Receivers of new revisions. */
export interface HeadListeners {
  /** The hub's function that publishes the changes of a revision; null while the hub has not started. */
  readonly publish: () => ((snapshot: Snapshot) => Promise<void>) | null;
  /** Called after the hub has processed a revision, except the first one, which is no change. */
  readonly onChange: () => Promise<void>;
}

/** Keeps the snapshot up to date with the head of the dataset and announces each revision once. */
export interface HeadWatch {
  /**
   * Checks the head now, and resolves when what it found was announced. Never rejects: failures are logged and retried
   * at the next check.
   */
  readonly look: () => Promise<void>;
  /** Checks from now on: when the store tells of a change, or ten times a second where it cannot. */
  readonly start: () => void;
  /** Why the head cannot be read, for longer than a moment; null when it can. */
  readonly trouble: () => ServiceTrouble | null;
  readonly stop: () => void;
}

// Subscribers should be sent a change within 300 ms after the head changed, debounce time aside.
const LOOK_EVERY_MS = 100;
// A store that tells may tell late; one behind a network may have its price for each look.
const LOOK_ANYWAY_MS = 10_000;
// A store that other processes write to fails now and then.
const MOMENT_MS = 5000;

/** Creates a watch; it is idle until `start`. */
export function headWatch(
  loader: SnapshotLoader,
  { publish, onChange }: HeadListeners,
  log: Pick<Log, "error">,
  onRowChange?: HearRow,
  now: () => number = Date.now,
): HeadWatch {
  const loading = repeatedFault((error) => log.error("dataset not loaded", { reason: String(error) }), now);
  const tellingFault = repeatedFault((error) => log.error("change not published", { reason: String(error) }), now);
  let told: string | null = null;
  let telling: Promise<void> | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let stopHearing = () => {};

  async function look(): Promise<void> {
    await loader.refresh().then(loading.ended, (error) => report(loading, error));
    if (telling !== null) await telling;
    const snapshot = loader.current();
    if (snapshot === null || snapshot.revision === told) return;
    telling ??= tell(snapshot).then(tellingFault.ended, (error) => report(tellingFault, error)).finally(() => {
      telling = null;
    });
    await telling;
  }

  async function tell(snapshot: Snapshot): Promise<void> {
    const toHub = publish();
    if (toHub === null) return;
    await toHub(snapshot);
    const isChange = told !== null;
    told = snapshot.revision;
    if (isChange) await onChange();
  }

  return {
    look,
    start: () => {
      timer ??= setInterval(look, onRowChange === undefined ? LOOK_EVERY_MS : LOOK_ANYWAY_MS);
      stopHearing = onRowChange?.(HEAD, look) ?? stopHearing;
    },
    trouble: () => {
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

/** That the store refuses is told by who watches it. */
function report(fault: RepeatedFault, error: unknown): void {
  if (!(error instanceof StoreTroubleError)) fault.happened(error);
}
