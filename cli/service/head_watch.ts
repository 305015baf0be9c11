import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import type { SnapshotLoader } from "../../domain/snapshot/snapshot_loader.ts";
import type { Log } from "./log.ts";

/** Receivers of new revisions. */
export interface HeadListeners {
  /** The hub's function that publishes the changes of a revision; null while the hub has not started. */
  readonly publish: () => ((snapshot: Snapshot) => Promise<void>) | null;
  /** Called after the hub has processed a revision, except the first one, which is no change. */
  readonly onChange: () => Promise<void>;
}

/** Keeps the snapshot up to date with the head of the dataset and announces each revision once. */
export interface HeadWatch {
  /** Checks the head now. Never rejects: failures are logged and retried at the next check. */
  readonly look: () => Promise<void>;
  /** Checks ten times a second from now on. */
  readonly start: () => void;
  readonly stop: () => void;
}

// Subscribers should be sent a change within 300 ms after the head changed, debounce time aside.
const LOOK_EVERY_MS = 100;

/** Creates a watch; it is idle until `start`. */
export function headWatch(
  loader: SnapshotLoader,
  { publish, onChange }: HeadListeners,
  log: Pick<Log, "error">,
): HeadWatch {
  let told: string | null = null;
  let isTelling = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  async function look(): Promise<void> {
    await loader.refresh().catch((error) => log.error("dataset not loaded", { reason: String(error) }));
    const snapshot = loader.current();
    if (isTelling || snapshot === null || snapshot.revision === told) return;
    isTelling = true;
    try {
      await tell(snapshot);
    } catch (error) {
      log.error("change not published", { reason: String(error) });
    } finally {
      isTelling = false;
    }
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
    start: () => void (timer ??= setInterval(look, LOOK_EVERY_MS)),
    stop: () => clearInterval(timer),
  };
}
