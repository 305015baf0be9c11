import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import type { SnapshotLoader } from "../../domain/snapshot/snapshot_loader.ts";
import type { Log } from "./log.ts";

/** Who is told of new revisions. */
export interface HeadListeners {
  /** Tells the hub what a revision changed. Null while the hub has not started: it is told when it has. */
  readonly publish: () => ((snapshot: Snapshot) => Promise<void>) | null;
  /** Called after the hub was told of a revision, but for the first: that one is no change to anybody. */
  readonly onChange: () => Promise<void>;
}

/** Keeps the snapshot in step with the head of the dataset, and tells of each revision once. */
export interface HeadWatch {
  /** Looks at the head now. Never rejects: what fails is logged, and tried again at the next look. */
  readonly look: () => Promise<void>;
  /** Looks ten times a second from now on. */
  readonly start: () => void;
  readonly stop: () => void;
}

// Subscribers are to have a change 300 ms after the head has moved, not counting the quiet time.
const LOOK_EVERY_MS = 100;

/** Makes a watch, which does nothing by itself before `start`. */
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
