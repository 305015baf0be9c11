import type { Clock } from "../clock.ts";
import { queueScheduler } from "./queue_scheduler.ts";
import type { Scheduler } from "./scheduler.ts";
import { sweepScheduler } from "./sweep_scheduler.ts";
import type { Store } from "../../domain/store/store.ts";

/** How jobs come back: by the KV queue, by looking at their rows, or by whichever works. */
export type DeliveryDriver = "auto" | "queue" | "sweep";

const SWEEP_EVERY_MS = 1000;
// A store that tells of changes may have its price for each look; jobs that become due before the next are seen ahead.
const SWEEP_EVERY_WHERE_TOLD_MS = 60_000;
const PROBE_MS = 3000;

/**
 * Makes the scheduler of a driver; `auto` takes the queue where a message through it arrives.
 *
 * @param onError Called when the queue fails later on.
 */
export async function chooseScheduler(
  kv: Store,
  clock: Clock,
  driver: DeliveryDriver,
  onError: (error: unknown) => void,
): Promise<Scheduler> {
  if (driver === "queue") return queueScheduler(kv, onError);
  const sweep = sweepScheduler(kv, clock, kv.onRowChange === undefined ? SWEEP_EVERY_MS : SWEEP_EVERY_WHERE_TOLD_MS);
  if (driver === "sweep") return sweep;
  const queue = queueScheduler(kv, onError);
  if (await queue.works(PROBE_MS)) return queue;
  // It listens already, and what it is given would be lost on a neighbour whose queue does work.
  return {
    ...sweep,
    start: (run) => {
      sweep.start(run);
      queue.start(run);
    },
    stop: async () => void await Promise.all([sweep.stop(), queue.stop()]),
  };
}
