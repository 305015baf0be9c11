import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import { dropSubscription, idOf, subscriptionKey, topicKey } from "./hub_rows.ts";
import { readShards, shardOf, versionOf } from "./shard.ts";
import { isLive, type Subscription } from "./subscription.ts";
import type { TopicState } from "./topic_state.ts";

// The most that KV hands over at once.
const ROWS_A_PAGE = 500;
/** In one commit, of which KV takes a hundred checks. */
const DROPPED_AT_ONCE = 50;

/** Reads the state of a topic. */
export function readTopic(kv: Store, path: TopicPath): Promise<Deno.KvEntryMaybe<TopicState>> {
  return kv.get<TopicState>(topicKey(path));
}

/**
 * Lists the subscriptions of a topic in the order of their ids, with the version that each has, for those who look on.
 *
 * @param beginning Of the ids that are wanted: hexadecimal digits in lower case.
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

/**
 * Removes the subscriptions whose lease has ended; false when there are none. A distribution removes those that it meets,
 * but it may be long until one comes.
 */
export async function dropExpired(kv: Store, now: number): Promise<boolean> {
  let hasDropped = false;
  let batch: Deno.KvEntry<Subscription>[] = [];
  async function drop(): Promise<void> {
    const operation = kv.atomic();
    for (const entry of batch) dropSubscription(operation, entry);
    // One that was renewed meanwhile keeps the others of its batch until the next time.
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

/** Selects the rows whose ids begin in some way. */
export function idsFrom(beginning: string, keyOf: (id: string) => Deno.KvKey): Deno.KvListSelector {
  // No digit comes after f, so g is the end of everything that begins so.
  return { start: keyOf(beginning), end: keyOf(`${beginning}g`) };
}
