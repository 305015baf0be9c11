import type { Representation } from "../../domain/documents/representation.ts";
import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import { changeTopic, isTopicDue } from "../store/topic_state.ts";
import { readTopic } from "../store/topic_store.ts";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { topicKey } from "../store/hub_rows.ts";
import type { Job } from "../schedule/scheduler.ts";

/** A version of a topic that may be distributed. */
export interface TopicContent {
  readonly path: TopicPath;
  readonly version: number;
  readonly representation: Representation;
}

/** The content of a topic that may be sent now. */
export type CurrentContent =
  | ({ readonly kind: "ready" } & TopicContent)
  /** There is no version yet, or the newest is in its quiet time. */
  | { readonly kind: "none" }
  /** Another process has published a version that this one has not loaded yet. */
  | { readonly kind: "not_in_step" };

/** Returns the content of a topic that may be sent now. Its bytes always belong to its version number. */
export async function currentContent(
  { kv, clock, representation, settings }: Pick<HubContext, "kv" | "clock" | "representation" | "settings">,
  path: TopicPath,
): Promise<CurrentContent> {
  const { value: state } = await readTopic(kv, path);
  const isDue = state !== null && isTopicDue(state, clock.now(), settings.debounceSeconds * 1000);
  if (!isDue) return { kind: "none" };
  const current = representation(path);
  if (current?.bodies.identity.entityTag !== state.entityTag) return { kind: "not_in_step" };
  return { kind: "ready", path, version: state.version, representation: current };
}

/** Publishes the topics that a snapshot changed (WebSub 6). Of several processes, the first to commit does so. */
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
      // Schedules a job here too: this process takes its share, or everything if the publishing process dies.
      const { version, dueAt } = before.value;
      scheduler.committed({ kind: "distribute", path, version }, Math.max(0, dueAt - clock.now()));
      return;
    }
    // Otherwise a process that was slow to load would publish an old revision as a new version. Subscribers never get
    // the sample, which is no revision.
    const head = await readHead(kv);
    if (head.value?.revision !== revision) return;
    const now = clock.now();
    const after = { ...changeTopic(before.value, entityTag, now, settings.debounceSeconds * 1000), bytes };
    const job: Job = { kind: "distribute", path, version: after.version };
    const operation = kv.atomic().check(before, head).set(topicKey(path), after);
    const { ok } = await scheduler.schedule(operation, job, after.dueAt - now).commit();
    if (!ok) continue;
    scheduler.committed(job, after.dueAt - now);
    record({ event: "topic", topic: path, version: after.version, due_in_milliseconds: after.dueAt - now });
    return;
  }
}
