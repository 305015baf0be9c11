import { retryLocked } from "../domain/retry_locked.ts";
import { TOPIC_PATHS } from "../domain/site.ts";
import type { Denial } from "./denial.ts";
import { AGAIN_AFTER_MS, type FanOut } from "./fan_out.ts";
import type { HubContext } from "./hub_context.ts";
import type { Job } from "./job.ts";
import type { PendingRequest } from "./pending_request.ts";
import type { RunJob } from "./scheduler.ts";
import { tellDenial } from "./tell_denial.ts";
import { verifyIntent } from "./verification.ts";

/** Does the hub's work. */
export interface Worker {
  readonly run: RunJob;
  /**
   * Looks at everything that is due, whether or not a job came for it: after a start, and again and again, since a
   * queue may lose sight of a job. Resolves when all that was found is done or, for distributions, begun.
   */
  readonly look: () => Promise<void>;
}

/** Makes the worker of this process. */
export function worker(context: HubContext, fanOut: FanOut): Worker {
  const { kv, clock, scheduler } = context;

  async function run(job: Job): Promise<void> {
    if (context.isStopping()) return;
    try {
      await runUnguarded(job);
    } catch (error) {
      context.onError(error);
    }
  }

  async function runUnguarded(job: Job): Promise<void> {
    if (job.kind === "verify") return await verifyIntent(context, job.id);
    if (job.kind === "deny") return await tellDenial(context, job.id);
    const result = job.kind === "deliver"
      ? await fanOut.retry(job.path, job.id)
      : await fanOut.distribute(job.path, job.version);
    if (result === "done") return;
    await retryLocked(() => scheduler.schedule(kv.atomic(), job, AGAIN_AFTER_MS).commit());
  }

  async function look(): Promise<void> {
    const jobs: Job[] = TOPIC_PATHS.map((path) => ({ kind: "distribute", path }));
    for (const [prefix, kind] of [["pending", "verify"], ["denial", "deny"]] as const) {
      for await (const { key, value } of kv.list<PendingRequest | Denial>({ prefix: [prefix] })) {
        if (value.nextAttemptAt <= clock.now()) jobs.push({ kind, id: String(key[1]) });
      }
    }
    await Promise.all(jobs.map(run));
  }

  return { run, look };
}
