import { isJob, type Job } from "./job.ts";
import type { RunJob, Scheduler } from "./scheduler.ts";
import type { Store } from "../../domain/store/store.ts";

/** Jobs as messages of the KV queue. */
export interface QueueScheduler extends Scheduler {
  /**
   * Finds out whether the queue works here, by sending a message to itself: Deno Deploy and KV Connect have none.
   *
   * @param milliseconds How long to wait for it.
   */
  readonly works: (milliseconds: number) => Promise<boolean>;
}

// Each crash while a message is handled uses up one of these, so there are as many as KV takes.
const BACKOFF_MS = [1000, 5000, 30_000, 60_000, 60_000];
const PROBE_EVERY_MS = 20;
const PROBE_KEPT_MS = 60_000;

/**
 * Makes the scheduler. The queue delivers some messages twice and loses sight of others for a minute after a crash:
 * it wakes the work and nothing more.
 */
export function queueScheduler(kv: Store, onError: (error: unknown) => void): QueueScheduler {
  const underWay = new Set<Promise<void>>();
  const alarms = new Set<ReturnType<typeof setTimeout>>();
  const starting = Promise.withResolvers<RunJob>();
  let listening: Promise<void> | null = null;
  let stopped = false;

  function listen(): Promise<void> {
    return listening ??= kv.listenQueue(handle);
  }

  async function handle(message: unknown): Promise<void> {
    if (isProbe(message)) return void await kv.set(["probe", message.probe], true, { expireIn: PROBE_KEPT_MS });
    if (isJob(message)) await begin(message);
  }

  async function begin(job: Job): Promise<void> {
    const run = await starting.promise;
    if (stopped) return;
    const done = run(job);
    underWay.add(done);
    await done.finally(() => underWay.delete(done));
  }

  return {
    name: "queue",
    works: async (milliseconds) => {
      const probe = crypto.randomUUID();
      const until = Date.now() + milliseconds;
      try {
        let isListening = true;
        void listen().catch(() => isListening = false);
        await kv.enqueue({ probe }, { backoffSchedule: [] });
        // Another process on the store may be the one to receive it.
        while (isListening && Date.now() < until) {
          if ((await kv.get(["probe", probe])).value !== null) return true;
          await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
        }
        return false;
      } catch {
        return false;
      }
    },
    schedule: (operation, job, delay) =>
      operation.enqueue(job, { delay: Math.max(0, Math.ceil(delay)), backoffSchedule: BACKOFF_MS }),
    // A message takes up to a tenth of a second; it stays, in case that this process dies before.
    committed: (job, delay) => {
      const ring = () => void begin(job).catch(() => {});
      // A timer takes a millisecond at least.
      if (delay <= 0) return ring();
      const alarm = setTimeout(() => {
        alarms.delete(alarm);
        ring();
      }, delay);
      alarms.add(alarm);
    },
    start: (run) => {
      starting.resolve(run);
      void listen().catch(onError);
    },
    runDue: () => Promise.resolve(),
    stop: async () => {
      stopped = true;
      for (const alarm of alarms) clearTimeout(alarm);
      alarms.clear();
      // Messages that wait for a start that never came.
      starting.resolve(() => Promise.resolve());
      await Promise.allSettled(underWay);
    },
  };
}

function isProbe(message: unknown): message is { readonly probe: string } {
  return typeof message === "object" && message !== null && "probe" in message && typeof message.probe === "string";
}
