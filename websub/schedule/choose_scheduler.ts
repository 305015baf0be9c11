import type { Clock } from "../clock.ts";
import { queueScheduler } from "./queue_scheduler.ts";
import type { Scheduler } from "./scheduler.ts";
import { sweepScheduler } from "./sweep_scheduler.ts";
import type { Store } from "../../domain/store/store.ts";

/** How jobs come back: by the KV queue, by looking at their rows, or by the queue where the store has one. */
export type DeliveryDriver = "auto" | "queue" | "sweep";

const SWEEP_EVERY_MS = 1000;
// A store that tells of changes may have its price for each look; jobs that become due before the next are seen ahead.
const SWEEP_EVERY_WHERE_TOLD_MS = 60_000;

/**
 * Makes the scheduler of a driver.
 *
 * @param onError Called when the queue fails.
 */
export function chooseScheduler(
  kv: Store,
  clock: Clock,
  driver: DeliveryDriver,
  onError: (error: unknown) => void,
): Scheduler {
  // Those behind a network have no queue, and all of them tell of changes.
  const isTold = kv.onRowChange !== undefined;
  if (driver === "queue" || driver === "auto" && !isTold) return queueScheduler(kv, onError);
  return sweepScheduler(kv, clock, isTold ? SWEEP_EVERY_WHERE_TOLD_MS : SWEEP_EVERY_MS);
}
