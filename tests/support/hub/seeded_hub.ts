import { type CommandResult, runCli } from "../service/run_cli.ts";
import { tempStore } from "../service/temp_store.ts";
import {
  attemptOf,
  callbackOf,
  denialOf,
  HIDDEN,
  type HubSeed,
  PAST,
  pendingOf,
  seedHub,
  subscriptionOf,
} from "./hub_seed.ts";

/** Rows of every kind and state. */
const VARIETY: HubSeed = {
  topics: { "/reviews.json": {}, "/feed.xml": { version: 2 } },
  subscriptions: {
    a1b2c3d4e5f6: subscriptionOf({ attempts: [attemptOf(204)] }),
    b1b2: subscriptionOf({
      deliveredVersion: 3,
      failures: 1,
      nextAttemptAt: Date.parse("2098-07-01T08:05:00Z"),
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

/** A store without a server, and the `hub` command on it. */
export interface SeededHub extends AsyncDisposable {
  readonly hub: (...args: string[]) => Promise<CommandResult>;
  /** Opens the store for an action and closes it. */
  readonly look: <T>(action: (kv: Deno.Kv) => Promise<T>) => Promise<T>;
}

/** Creates a store with these rows; by default with some of every kind. */
export async function seeded(seed: HubSeed = VARIETY): Promise<SeededHub> {
  const store = await tempStore();
  async function look<T>(action: (kv: Deno.Kv) => Promise<T>): Promise<T> {
    using kv = await Deno.openKv(store.kvPath);
    return await action(kv);
  }
  await look((kv) => seedHub(kv, seed));
  return {
    hub: (...args) => runCli("hub", args, store.kvPath),
    look,
    [Symbol.asyncDispose]: store[Symbol.asyncDispose],
  };
}
