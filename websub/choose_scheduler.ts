import type { Clock } from "./clock.ts";
import { queueScheduler } from "./queue_scheduler.ts";
import type { Scheduler } from "./scheduler.ts";
import { sweepScheduler } from "./sweep_scheduler.ts";

/** How jobs come back: by the KV queue, by looking at their rows, or by whichever works. */
export type DeliveryDriver = "auto" | "queue" | "sweep";

const SWEEP_EVERY_MS = 1000;
const PROBE_MS = 3000;

/** Makes the scheduler of a driver; `auto` takes the queue where a message through it arrives. */
export async function chooseScheduler(kv: Deno.Kv, clock: Clock, driver: DeliveryDriver): Promise<Scheduler> {
  if (driver === "sweep") return sweepScheduler(kv, clock, SWEEP_EVERY_MS);
  const queue = queueScheduler(kv);
  return driver === "queue" || await queue.works(PROBE_MS) ? queue : sweepScheduler(kv, clock, SWEEP_EVERY_MS);
}
