import type { TopicPath } from "../../domain/site.ts";
import type { Denial, PendingRequest, Subscription } from "./subscription.ts";
import { shardOf } from "./shard.ts";
import type { Store, StoreOperation } from "../../domain/store/store.ts";

/** A row with its versionstamp for an atomic check. The value is null if the row does not exist. */
export type Row<T> = Deno.KvEntryMaybe<T>;

/** Kinds of rows that are counted. */
export type RowCount = "pending" | "subscription";

/** Names that a row counts for in limits: host, registrable domain, address, client network. */
type Names = ReadonlySet<string>;

const MINUS_ONE = 2n ** 64n - 1n;

/** Key of a topic's state. */
export function topicKey(path: TopicPath): Deno.KvKey {
  return ["topic", path];
}

/** Key of a subscription. */
export function subscriptionKey(path: TopicPath, id: string): Deno.KvKey {
  return ["subscription", path, id];
}

/** Key of a row that is written with every subscription of a shard: its versionstamp changes with them. */
export function rowsChangedKey(path: TopicPath, shard: number): Deno.KvKey {
  return ["subscriptions_changed", path, shard];
}

/** Key of a request that waits for verification. */
export function pendingKey(id: string): Deno.KvKey {
  return ["pending", id];
}

/** Key of a denial that is not yet confirmed. */
export function denialKey(id: string): Deno.KvKey {
  return ["denial", id];
}

/** Key in the index `due` of subscriptions that wait for a retry. Its value is the host. */
export function dueKey(path: TopicPath, id: string, at: number): Deno.KvKey {
  return ["due", path, shardOf(id), at, id];
}

/** Selects the retries in a shard that are due by now, the longest overdue first. */
export function dueUntil(path: TopicPath, shard: number, now: number): Deno.KvListSelector {
  return { start: ["due", path, shard, 0], end: ["due", path, shard, now + 1] };
}

/** Selects the retries in a shard that are due after a time, the next one first. */
export function dueAfter(path: TopicPath, shard: number, after: number): Deno.KvListSelector {
  return { start: ["due", path, shard, after + 1], end: ["due", path, shard, Infinity] };
}

/**
 * Returns the id of a pair of topic and callback, for keys, the log and the operator: the hexadecimal SHA-256 of both.
 * A hash, because a callback may be longer than a key.
 */
export async function subscriptionId(path: TopicPath, callback: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${path}\n${callback}`));
  return new Uint8Array(digest).toHex();
}

/** Returns the id in the key of a row. */
export function idOf(key: Deno.KvKey): string {
  return String(key.at(-1));
}

/** Writes a pending request. Replaces an older one of the same topic and callback. */
export function putPending(
  operation: StoreOperation,
  before: Row<PendingRequest>,
  request: PendingRequest,
): StoreOperation {
  operation.check(before).set(before.key, request);
  const key = (name: string) => ["pending_by_host", name, idOf(before.key)];
  putNames(operation, key, before.value === null ? new Set() : pendingNames(before.value), pendingNames(request));
  return before.value === null ? operation.sum(countKey("pending"), 1n) : operation;
}

/** Removes a pending request. */
export function dropPending(
  operation: StoreOperation,
  before: Deno.KvEntry<PendingRequest>,
): StoreOperation {
  operation.check(before).delete(before.key);
  putNames(operation, (name) => ["pending_by_host", name, idOf(before.key)], pendingNames(before.value), new Set());
  return operation.sum(countKey("pending"), MINUS_ONE);
}

/** Writes a subscription and its entry in the index `due`. A new one removes the denial of an earlier one. */
export function putSubscription(
  operation: StoreOperation,
  before: Row<Subscription>,
  subscription: Subscription,
): StoreOperation {
  const id = idOf(before.key);
  const { path, nextAttemptAt, callback: { host } } = subscription;
  operation.check(before).set(before.key, subscription).set(rowsChangedKey(path, shardOf(id)), 0);
  dropDue(operation, before);
  if (nextAttemptAt > 0) operation.set(dueKey(path, id, nextAttemptAt), host);
  const names = before.value === null ? new Set<string>() : subscriptionNames(before.value);
  putNames(operation, (name) => ["subscription_by_host", name, path, id], names, subscriptionNames(subscription));
  if (before.value !== null) return operation;
  operation.delete(denialKey(id));
  return countedSubscription(operation, path, 1n);
}

/** Removes a subscription. */
export function dropSubscription(
  operation: StoreOperation,
  before: Deno.KvEntry<Subscription>,
): StoreOperation {
  const { path } = before.value;
  const id = idOf(before.key);
  operation.check(before).delete(before.key).set(rowsChangedKey(path, shardOf(id)), 0);
  dropDue(operation, before);
  const key = (name: string) => ["subscription_by_host", name, path, id];
  putNames(operation, key, subscriptionNames(before.value), new Set());
  return countedSubscription(operation, path, MINUS_ONE);
}

/** Writes the denial of an ended subscription. Replaces an older one. */
export function putDenial(
  operation: StoreOperation,
  id: string,
  { path, topic, callback }: Pick<Denial, "path" | "topic" | "callback">,
  reason: string,
  now: number,
): StoreOperation {
  const denial: Denial = { path, topic, callback, reason, deniedAt: now, attempts: 0, nextAttemptAt: now };
  return operation.set(denialKey(id), denial);
}

/** Key of the counter of rows of a kind. */
export function countKey(kind: RowCount): Deno.KvKey {
  return ["count", kind];
}

/** Returns the number of rows of a kind. */
export async function countRows(kv: Store, kind: RowCount): Promise<number> {
  return Number((await kv.get<Deno.KvU64>(countKey(kind))).value?.value ?? 0n);
}

/** Key of the counter of subscriptions of a topic. */
export function topicCountKey(path: TopicPath): Deno.KvKey {
  return ["count", "subscription", path];
}

/** Returns the number of rows of a kind for a host, domain, address or network. Stops counting at `atMost`. */
export async function countNamedRows(kv: Store, kind: RowCount, name: string, atMost: number): Promise<number> {
  if (atMost === 0) return 0;
  let count = 0;
  for await (const _ of kv.list({ prefix: [`${kind}_by_host`, name] }, { limit: atMost })) count++;
  return count;
}

/** Reads a subscription. */
export function readSubscription(
  kv: Store,
  path: Subscription["path"],
  id: string,
): Promise<Row<Subscription>> {
  return kv.get<Subscription>(subscriptionKey(path, id));
}

function countedSubscription(operation: StoreOperation, path: TopicPath, difference: bigint): StoreOperation {
  return operation.sum(countKey("subscription"), difference).sum(topicCountKey(path), difference);
}

function pendingNames({ callback, network }: PendingRequest): Names {
  return new Set([callback.host, callback.domain, network]);
}

function subscriptionNames({ callback, address }: Subscription): Names {
  return new Set([callback.host, callback.domain, address]);
}

function putNames(operation: StoreOperation, key: (name: string) => Deno.KvKey, before: Names, after: Names): void {
  for (const name of before) if (!after.has(name)) operation.delete(key(name));
  for (const name of after) if (!before.has(name)) operation.set(key(name), 0);
}

function dropDue(operation: StoreOperation, { key, value }: Row<Subscription>): void {
  if (value !== null && value.nextAttemptAt > 0) {
    operation.delete(dueKey(value.path, idOf(key), value.nextAttemptAt));
  }
}
