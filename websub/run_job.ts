import { TOPIC_PATHS } from "../domain/site.ts";
import { traced } from "../domain/tracing.ts";
import { AGAIN_AFTER_MS } from "./distribution/attempt_delivery.ts";
import type { Distribution, DistributionResult } from "./distribution/distribution.ts";
import type { HubContext } from "./hub_context.ts";
import type { Job } from "./schedule/job.ts";
import { idOf } from "./store/hub_rows.ts";
import { tellDenial } from "./subscribing/tell_denial.ts";
import { verifyIntent } from "./subscribing/verification.ts";
import { isCallDue, type WaitingCall } from "./subscribing/waiting_call.ts";

/** Does a job, or brings it back soon where it cannot be done yet. Does not reject. */
export async function runJob(context: HubContext, distribution: Distribution, job: Job): Promise<void> {
  if (context.isStopping()) return;
  // A store that fails for a moment must not cost a topic the minute until the next look.
  const begun = traced(`websub job ${job.kind}`, { link: null }, () => begin(context, distribution, job));
  const result = await begun.catch((error) => {
    context.onError(error);
    return "again";
  });
  if (result === "done") return;
  await context.scheduler.schedule(context.kv.atomic(), job, AGAIN_AFTER_MS).commit().catch(context.onError);
}

async function begin(context: HubContext, distribution: Distribution, job: Job): Promise<DistributionResult> {
  if (job.kind === "deliver") return await distribution.deliver(job.path, job.id);
  if (job.kind === "distribute") return await distribution.distribute(job.path, job.version);
  await (job.kind === "verify" ? verifyIntent(context, job.id) : tellDenial(context, job.id));
  return "done";
}

/**
 * Finds everything that is due, whether or not a job came for it: for the look after a start, and again and again, since
 * a queue may lose sight of a job.
 */
export async function dueJobs({ kv, clock, settings }: HubContext): Promise<readonly Job[]> {
  const jobs: Job[] = TOPIC_PATHS.map((path) => ({ kind: "distribute", path }));
  for (const [rows, kind] of [["pending", "verify"], ["denial", "deny"]] as const) {
    for await (const { key, value } of kv.list<WaitingCall>({ prefix: [rows] })) {
      if (isCallDue(value, clock.now(), settings)) jobs.push({ kind, id: idOf(key) });
    }
  }
  return jobs;
}
