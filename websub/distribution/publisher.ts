import { NOTHING_IMPORTED, readHead } from "../../domain/dataset/dataset_head.ts";
import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import { traced, traceParent } from "../../domain/tracing.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import type { HubContext } from "../hub_context.ts";
import { topicKey } from "../store/hub_rows.ts";
import type { Job } from "../schedule/scheduler.ts";
import { changeTopic } from "../store/topic_state.ts";
import { readTopic } from "../store/topic_store.ts";

/**
 * Publishes the topics that a new snapshot changed (WebSub 6). If several processes see the same change, the first to
 * commit gives it its version.
 */
export async function publishTopics(
  context: Pick<HubContext, "kv" | "clock" | "settings" | "scheduler" | "record">,
  snapshot: Pick<Snapshot, "revision" | "documents">,
): Promise<void> {
  for (const path of TOPIC_PATHS) await publishTopic(context, path, snapshot);
}

async function publishTopic(
  { kv, clock, settings, scheduler, record }: Pick<HubContext, "kv" | "clock" | "settings" | "scheduler" | "record">,
  path: TopicPath,
  { revision, documents }: Pick<Snapshot, "revision" | "documents">,
): Promise<void> {
  const { entityTag, bytes: { length: bytes } } = documents[path].bodies.identity;
  for (;;) {
    const before = await readTopic(kv, path);
    if (before.value?.entityTag === entityTag) {
      // This process takes its share of the distribution, or all of it if the process that was first dies.
      const { version, dueAt } = before.value;
      scheduler.committed({ kind: "distribute", path, version }, Math.max(0, dueAt - clock.now()));
      return;
    }
    // Otherwise a process that was slow to load would publish an old revision as a new version.
    const head = await readHead(kv);
    const isNewest = revision === NOTHING_IMPORTED
      ? head.value === null || head.value.sample
      : head.value?.revision === revision;
    if (!isNewest) return;
    const facts = { parent: head.value?.trace_parent ?? null, attributes: { "websub.topic": path } };
    const isDone = await traced("websub publish", facts, async () => {
      const now = clock.now();
      const changed = changeTopic(before.value, entityTag, now, settings.debounceSeconds * 1000);
      const origin = traceParent();
      const after = { ...changed, bytes, ...origin === null ? {} : { traceParent: origin } };
      const job: Job = { kind: "distribute", path, version: after.version };
      const operation = kv.atomic().check(before, head).set(topicKey(path), after);
      const { ok } = await scheduler.schedule(operation, job, after.dueAt - now).commit();
      if (!ok) return false;
      scheduler.committed(job, after.dueAt - now);
      record({ event: "topic", topic: path, version: after.version, due_in_milliseconds: after.dueAt - now });
      return true;
    });
    if (isDone) return;
  }
}
