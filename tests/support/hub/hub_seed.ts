import type { CallbackUrl } from "../../../websub/request/callback_url.ts";
import type { Attempt, Denial, PendingRequest, Subscription } from "../../../websub/store/subscription.ts";
import { MOST_CHECKS } from "../../../domain/store/store.ts";
import {
  denialKey,
  pendingKey,
  putPending,
  putSubscription,
  subscriptionKey,
  topicKey,
} from "../../../websub/store/hub_rows.ts";
import type { TopicState } from "../../../websub/store/topic_state.ts";
import { runCli, tempStore } from "../service/run_cli.ts";

/** Creates a store without a server, with these rows; by default with some of every kind. */
export async function seeded(seed: HubSeed = VARIETY) {
  const store = await tempStore();
  /** Opens the store for an action and closes it. */
  async function look<T>(action: (kv: Deno.Kv) => Promise<T>): Promise<T> {
    using kv = await Deno.openKv(store.kvPath);
    return await action(kv);
  }
  await look((kv) => seedHub(kv, seed));
  return {
    /** Runs the command `hub` on the store. */
    hub: (...args: string[]) => runCli("hub", args, store.kvPath),
    look,
    [Symbol.asyncDispose]: store[Symbol.asyncDispose],
  };
}

/** Part of every secret and every callback query in the seeds; it must never be shown. */
export const HIDDEN = "capability";

/** A time in the past, and one far in the future. */
export const PAST = Date.parse("2026-05-01T12:00:30Z");
export const FUTURE = Date.parse("2099-01-01T00:00:00Z");

/** An id with this prefix, padded with zeros. */
export function idOf(beginning: string): string {
  return beginning.padEnd(64, "0");
}

/** A callback with a query. */
export function callbackOf(host = "a.example", path = "/callback"): CallbackUrl {
  const target = `${path}?token=${HIDDEN}`;
  return { text: `https://${host}${target}`, host, domain: host, origin: `https://${host}`, target };
}

/** A live subscription to `/reviews.json` that has received version 4. */
export function subscriptionOf(members: Partial<Subscription> = {}): Subscription {
  const path = members.path ?? "/reviews.json";
  return {
    path,
    topic: `https://reviews.example${path}`,
    callback: callbackOf(),
    address: "198.51.100.9",
    secret: `secret ${HIDDEN}`,
    leaseSeconds: 864_000,
    verifiedAt: PAST,
    expiresAt: FUTURE,
    deliveredVersion: 4,
    failures: 0,
    nextAttemptAt: 0,
    attempts: [],
    ...members,
  };
}

/** An attempt to deliver version 4. */
export function attemptOf(status: number | null, members: Partial<Attempt> = {}): Attempt {
  return { at: PAST, version: 4, status, failure: status === null ? "timeout" : null, milliseconds: 120, ...members };
}

/** A pending subscription request for `/reviews.json`. */
export function pendingOf(members: Partial<PendingRequest> = {}): PendingRequest {
  return {
    mode: "subscribe",
    path: "/reviews.json",
    topic: "https://reviews.example/reviews.json",
    callback: callbackOf(),
    leaseSeconds: 864_000,
    secret: `secret ${HIDDEN}`,
    requestedAt: PAST,
    topicVersion: 4,
    attempts: 1,
    nextAttemptAt: FUTURE,
    network: "192.0.2.0/24",
    isRenewal: false,
    ...members,
  };
}

/** A denial that has not been sent yet. */
export function denialOf(members: Partial<Denial> = {}): Denial {
  const { path, topic, callback } = subscriptionOf();
  return {
    path,
    topic,
    callback,
    reason: "there is no room",
    deniedAt: PAST,
    attempts: 1,
    nextAttemptAt: FUTURE,
    ...members,
  };
}

/** The rows of a store, by the prefixes of their ids. */
export interface HubSeed {
  readonly topics?: Readonly<Partial<Record<Subscription["path"], Partial<TopicState>>>>;
  readonly subscriptions?: Readonly<Record<string, Subscription>>;
  readonly pending?: Readonly<Record<string, PendingRequest>>;
  readonly denials?: Readonly<Record<string, Denial>>;
}

const NONE = { value: null, versionstamp: null } as const;

/** Writes the rows with the hub's own functions; the store must not contain them. */
export async function seedHub(
  kv: Deno.Kv,
  { topics = {}, subscriptions = {}, pending = {}, denials = {} }: HubSeed,
): Promise<void> {
  const writes = [
    ...Object.entries(subscriptions).map(([id, row]) => (operation: Deno.AtomicOperation) =>
      putSubscription(operation, { key: subscriptionKey(row.path, idOf(id)), ...NONE }, row)
    ),
    ...Object.entries(pending).map(([id, row]) => (operation: Deno.AtomicOperation) =>
      putPending(operation, { key: pendingKey(idOf(id)), ...NONE }, row)
    ),
    ...Object.entries(denials).map(([id, row]) => (operation: Deno.AtomicOperation) =>
      operation.set(denialKey(idOf(id)), row)
    ),
  ];
  for (const path of ["/reviews.json", "/api/feed.json", "/feed.xml"] as const) {
    const state = topics[path];
    if (state === undefined) continue;
    const whole: TopicState = {
      version: 4,
      entityTag: '"tag"',
      bytes: 0,
      changedAt: PAST,
      waitingSince: PAST,
      dueAt: PAST,
      ...state,
    };
    writes.push((operation) => operation.set(topicKey(path), whole));
  }
  for (let at = 0; at < writes.length; at += MOST_CHECKS) {
    const operation = kv.atomic();
    for (const write of writes.slice(at, at + MOST_CHECKS)) write(operation);
    if (!(await operation.commit()).ok) throw new Error("The store holds such rows already.");
  }
}

const RETRY_AT = Date.parse("2098-07-01T08:05:00Z");
/** Rows of every kind and state. */
const VARIETY: HubSeed = {
  topics: { "/reviews.json": {}, "/feed.xml": { version: 2 } },
  subscriptions: {
    a1b2c3d4e5f6: subscriptionOf({ attempts: [attemptOf(204)] }),
    b1b2: subscriptionOf({
      deliveredVersion: 3,
      failures: 1,
      nextAttemptAt: RETRY_AT,
      failedAttempts: 3,
      attempts: [attemptOf(200, { version: 3 }), attemptOf(null)],
      secret: null,
    }),
    c1c2: subscriptionOf({
      path: "/feed.xml",
      deliveredVersion: 1,
      callback: { ...callbackOf("b.example"), target: `/${"long/".repeat(20)}?t=${HIDDEN}` },
    }),
    d1d2: subscriptionOf({ expiresAt: PAST, callback: { ...callbackOf("d.example"), target: "/plain" } }),
  },
  pending: { a1b2c3d4e5f6: pendingOf({ mode: "unsubscribe" }), e1e2: pendingOf({ callback: callbackOf("b.example") }) },
  denials: { f1f2: denialOf() },
};
