import { TOPIC_PATHS } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import { countKey, topicCountKey, topicKey } from "./hub_rows.ts";
import type { TopicState } from "./topic_state.ts";

/**
 * Counts the subscriptions of each topic where the counters do not add up to that of all: earlier versions had only that
 * one. What is written meanwhile makes the commit fail; the next look counts again.
 */
export async function recountTopics(kv: Store): Promise<void> {
  const keys = [countKey("subscription"), ...TOPIC_PATHS.map(topicCountKey)];
  const [all, ...topics] = await kv.getMany<Deno.KvU64[]>(keys);
  const stored = topics.reduce((sum, { value }) => sum + (value?.value ?? 0n), 0n);
  if (all === undefined || stored === (all.value?.value ?? 0n)) return;
  const operation = kv.atomic().check(all, ...topics);
  for (const path of TOPIC_PATHS) {
    let count = 0n;
    for await (const _ of kv.list({ prefix: ["subscription", path] }, { batchSize: 500 })) count++;
    operation.set(topicCountKey(path), new Deno.KvU64(count));
  }
  await operation.commit();
}

/** How many bytes one change of every topic sends to all subscriptions together, as far as their lengths are known. */
export async function bytesPerChange(kv: Store): Promise<number> {
  const counts = await kv.getMany<Deno.KvU64[]>(TOPIC_PATHS.map(topicCountKey));
  const states = await kv.getMany<TopicState[]>(TOPIC_PATHS.map(topicKey));
  return counts.reduce((sum, { value }, topic) => sum + Number(value ?? 0) * (states[topic]?.value?.bytes ?? 0), 0);
}
