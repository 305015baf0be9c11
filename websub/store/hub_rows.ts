import { denialKey, pendingKey, subscriptionKey } from "./hub_keys.ts";
import type { Denial } from "./denial.ts";
import type { PendingRequest } from "./pending_request.ts";
import type { Subscription } from "./subscription.ts";

/** A row together with what an atomic check needs; the value is null where there is none. */
export type Row<T> = Deno.KvEntryMaybe<T>;

/** How many rows there are. */
export type RowCount = "pending" | "subscription";

const MINUS_ONE = 2n ** 64n - 1n;

/** Writes a waiting request in the place of an older one of the same topic and callback. */
export function putPending(
  operation: Deno.AtomicOperation,
  before: Row<PendingRequest>,
  request: PendingRequest,
): Deno.AtomicOperation {
  operation.check(before).set(before.key, request);
  if (before.value !== null) return operation;
  return counted(operation, "pending", 1n).set(["pending_by_host", request.callback.host, idOf(before.key)], 0);
}

/** Removes a waiting request. */
export function dropPending(
  operation: Deno.AtomicOperation,
  before: Deno.KvEntry<PendingRequest>,
): Deno.AtomicOperation {
  operation.check(before).delete(before.key);
  return counted(operation, "pending", MINUS_ONE)
    .delete(["pending_by_host", before.value.callback.host, idOf(before.key)]);
}

/** Writes a subscription, a new one or a changed one. */
export function putSubscription(
  operation: Deno.AtomicOperation,
  before: Row<Subscription>,
  subscription: Subscription,
): Deno.AtomicOperation {
  operation.check(before).set(before.key, subscription);
  if (before.value !== null) return operation;
  const { host } = subscription.callback;
  return counted(operation, "subscription", 1n)
    .set(["subscription_by_host", host, subscription.path, idOf(before.key)], 0);
}

/** Removes a subscription. */
export function dropSubscription(
  operation: Deno.AtomicOperation,
  before: Deno.KvEntry<Subscription>,
): Deno.AtomicOperation {
  const { path, callback } = before.value;
  operation.check(before).delete(before.key);
  return counted(operation, "subscription", MINUS_ONE)
    .delete(["subscription_by_host", callback.host, path, idOf(before.key)]);
}

/** Writes a denial that is to be told, in the place of an older one. */
export function putDenial(operation: Deno.AtomicOperation, id: string, denial: Denial): Deno.AtomicOperation {
  return operation.set(denialKey(id), denial);
}

/** How many rows of a kind there are in all. */
export async function countRows(kv: Deno.Kv, kind: RowCount): Promise<number> {
  return Number((await kv.get<Deno.KvU64>(["count", kind])).value?.value ?? 0n);
}

/** How many rows of a kind one callback host has; stops counting at `atMost`. */
export async function countHostRows(kv: Deno.Kv, kind: RowCount, host: string, atMost: number): Promise<number> {
  let count = 0;
  for await (const _ of kv.list({ prefix: [`${kind}_by_host`, host] }, { limit: atMost })) count++;
  return count;
}

/** Reads a waiting request. */
export function readPending(kv: Deno.Kv, id: string): Promise<Row<PendingRequest>> {
  return kv.get<PendingRequest>(pendingKey(id));
}

/** Reads a subscription. */
export function readSubscription(
  kv: Deno.Kv,
  path: Subscription["path"],
  id: string,
): Promise<Row<Subscription>> {
  return kv.get<Subscription>(subscriptionKey(path, id));
}

function counted(operation: Deno.AtomicOperation, kind: RowCount, difference: bigint): Deno.AtomicOperation {
  return operation.sum(["count", kind], difference);
}

function idOf(key: Deno.KvKey): string {
  return String(key.at(-1));
}
