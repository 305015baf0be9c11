import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import { dropSubscription, idOf, subscriptionKey, topicKey } from "./hub_rows.ts";
import { readShards, shardOf, versionOf } from "./shard.ts";
import { isLive, type Subscription } from "./subscription.ts";
import type { TopicState } from "./topic_state.ts";

// Maximum number of rows that KV returns at once.
const ROWS_A_PAGE = 500;
const DROPPED_AT_ONCE = 50;

/** Reads the state of a topic. */
export function readTopic(kv: Store, path: TopicPath): Promise<Deno.KvEntryMaybe<TopicState>> {
  return kv.get<TopicState>(topicKey(path));
}

/**
 * Lists the subscriptions of a topic in the order of their ids. `deliveredVersion` is the version of the shard if that
 * is newer.
 *
 * @param beginning Beginning of the wanted ids: hexadecimal digits in lower case.
 */
export async function* topicSubscriptions(
  kv: Store,
  path: TopicPath,
  beginning = "",
): AsyncGenerator<Deno.KvEntry<Subscription>> {
  const shards = await readShards(kv, path);
  const rows = kv.list<Subscription>(idsFrom(beginning, (id) => subscriptionKey(path, id)), { batchSize: ROWS_A_PAGE });
  for await (const { key, value, versionstamp } of rows) {
    const id = idOf(key);
    const deliveredVersion = versionOf(value, id, shards[shardOf(id)]?.value ?? null);
    yield { key, value: { ...value, deliveredVersion }, versionstamp };
  }
}

/** Removes expired subscriptions before the next distribution does. Returns false if there was none. */
export async function dropExpired(kv: Store, now: number): Promise<boolean> {
  let hasDropped = false;
  let batch: Deno.KvEntry<Subscription>[] = [];
  async function drop(): Promise<void> {
    const operation = kv.atomic();
    for (const entry of batch) dropSubscription(operation, entry);
    // If one was renewed meanwhile, the commit of its batch fails. The next call repeats it.
    hasDropped = (await operation.commit()).ok || hasDropped;
    batch = [];
  }
  for (const path of TOPIC_PATHS) {
    const rows = kv.list<Subscription>({ prefix: ["subscription", path] }, { batchSize: ROWS_A_PAGE });
    for await (const entry of rows) {
      if (!isLive(entry.value, now) && batch.push(entry) === DROPPED_AT_ONCE) await drop();
    }
  }
  if (batch.length > 0) await drop();
  return hasDropped;
}

/** Selects the rows whose ids begin with a text. */
export function idsFrom(beginning: string, keyOf: (id: string) => Deno.KvKey): Deno.KvListSelector {
  // `g` sorts after all hexadecimal digits, and so after all these ids.
  return { start: keyOf(beginning), end: keyOf(`${beginning}g`) };
}
