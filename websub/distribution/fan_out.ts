import { retryLocked } from "../../domain/retry_locked.ts";
import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import { attemptDelivery, claimDelivery, type MadeAttempt, recordAttempt } from "./delivery.ts";
import { READ_AHEAD } from "../outbound/exchange_pool.ts";
import type { HubContext } from "../hub_context.ts";
import { subscriptionKey } from "../store/hub_keys.ts";
import { rowPages } from "../store/paged_rows.ts";
import { dropSubscription } from "../store/hub_rows.ts";
import { isDue, isLive, type Subscription } from "../store/subscription.ts";
import { takeTopicLease } from "./topic_lease.ts";
import { currentContent } from "../store/topic_store.ts";
import { TopicWork } from "./topic_work.ts";

/** What looking at a topic came to. */
export type FanOutResult =
  /** Everything that is due was looked at; deliveries may still be under way. */
  | "done"
  /** Somebody else is at it, or this process is not in step yet: look again soon. */
  | "again";

/** Sends topics to the subscriptions that are behind them. */
export interface FanOut {
  /** @param version The version that was published; when this process has looked at it already, nothing is done. */
  readonly distribute: (path: TopicPath, version?: number) => Promise<FanOutResult>;
  /** Tries one subscription again that failed before. */
  readonly retry: (path: TopicPath, id: string) => Promise<FanOutResult>;
  /** Resolves when every delivery that was begun is recorded. */
  readonly idle: () => Promise<void>;
}

/** A delivery that waits for its place. */
interface Queued {
  readonly path: TopicPath;
  readonly id: string;
  readonly host: string;
  /** The row as it was read, or null to read it again. */
  readonly entry: Deno.KvEntry<Subscription> | null;
  readonly readAt: number;
  /** Whether the row itself has to be claimed: the topic's lease is no protection against the job of a retry. */
  readonly isRetry: boolean;
}

// A row that was read longer ago is read again before it is used: it may have been renewed or removed.
const FRESH_MS = 100;
const ROWS_A_PAGE = 250;
/** When to look again at what another process is busy with. */
export const AGAIN_AFTER_MS = 1000;

/** Makes the fan-out of this process. */
export function fanOut(context: HubContext): FanOut {
  const { kv, clock, pool, scheduler } = context;
  const works = new Map(TOPIC_PATHS.map((path) => [
    path,
    new TopicWork({
      clock,
      takeLease: () => takeTopicLease(kv, clock, path, crypto.randomUUID()),
      claim: (id) => claimDelivery(context, subscriptionKey(path, id), workOf(path).content?.version ?? 0, "under_way"),
      onError: context.onError,
    }),
  ]));

  let underWay = 0;
  const idleWaiters: (() => void)[] = [];

  function workOf(path: TopicPath): TopicWork {
    const work = works.get(path);
    if (work === undefined) throw new Error(`${path} is not a topic.`);
    return work;
  }

  async function load(path: TopicPath): Promise<FanOutResult | "ready"> {
    const content = await currentContent(context, path);
    if (content.kind === "ready") workOf(path).content = content;
    return content.kind === "ready" ? "ready" : content.kind === "none" ? "done" : "again";
  }

  async function distribute(path: TopicPath, version = Infinity): Promise<FanOutResult> {
    const work = workOf(path);
    if (version <= work.scannedVersion) return "done";
    const loaded = await load(path);
    if (loaded !== "ready") return loaded;
    const isDone = await work.scanning(async (holds) => {
      const scanned = work.content?.version ?? 0;
      await scan(path, holds);
      if (holds()) work.scannedVersion = scanned;
    });
    return isDone ? "done" : "again";
  }

  async function scan(path: TopicPath, holds: () => boolean): Promise<void> {
    let readAt = clock.now();
    for await (const page of rowPages<Subscription>(kv, { prefix: ["subscription", path] }, ROWS_A_PAGE)) {
      for (const entry of page) {
        if (!holds() || context.isStopping()) return;
        await look(path, entry, readAt);
      }
      readAt = clock.now();
    }
  }

  async function look(path: TopicPath, entry: Deno.KvEntry<Subscription>, readAt: number): Promise<void> {
    const now = clock.now();
    if (!isLive(entry.value, now)) {
      await retryLocked(() => dropSubscription(kv.atomic(), entry).commit());
      return;
    }
    if (!isDue(entry.value, workOf(path).content?.version ?? 0, now)) return;
    const { nextAttemptAt, callback: { host } } = entry.value;
    // Rows that wait for a slow host would cost far more memory than their ids.
    const held = pool.load.waiting < READ_AHEAD ? entry : null;
    submit({ path, id: String(entry.key[2]), host, entry: held, readAt, isRetry: nextAttemptAt > 0 });
    await pool.room();
  }

  async function retry(path: TopicPath, id: string): Promise<FanOutResult> {
    // A version that still waits for its quiet time may not be sent, and the fan-out leaves retries alone.
    if (await load(path) !== "ready") return "again";
    const { value } = await retryLocked(() => kv.get<Subscription>(subscriptionKey(path, id)));
    if (value === null) return "done";
    submit({ path, id, host: value.callback.host, entry: null, readAt: 0, isRetry: true });
    return "done";
  }

  function submit(delivery: Queued): void {
    const { path, id, host } = delivery;
    const work = workOf(path);
    if (work.queued.has(id)) return;
    work.queued.add(id);
    underWay++;
    pool.submit(host, delivery.isRetry ? "retry" : "delivery", async () => {
      const relies = !delivery.isRetry && work.rely(id);
      const made = await attempt(delivery, work, relies).catch(context.onError);
      // The place is free again while the outcome waits for its batch.
      void finish(delivery, work, relies, made ?? null);
    });
  }

  async function attempt(
    { path, id, entry, readAt, isRetry }: Queued,
    work: TopicWork,
    relies: boolean,
  ): Promise<MadeAttempt | null> {
    const { content } = work;
    if (content === null || context.isStopping()) return null;
    const key = subscriptionKey(path, id);
    const isFresh = entry !== null && clock.now() - readAt < FRESH_MS && !work.recordedSince(id, readAt);
    const current = !relies
      ? await claimDelivery(context, key, content.version, isRetry ? "retry" : "late")
      : isFresh
      ? entry
      : await retryLocked(() => kv.get<Subscription>(key));
    if (current === null && !relies && !isRetry) {
      // Whoever holds the lease may have passed it by.
      const operation = scheduler.schedule(kv.atomic(), { kind: "distribute", path }, AGAIN_AFTER_MS);
      await retryLocked(() => operation.commit());
    }
    if (current === null || current.value === null) return null;
    // A claim has put its own row off.
    if (relies && !isDue(current.value, content.version, clock.now())) return null;
    return await attemptDelivery(context, current, content);
  }

  async function finish(delivery: Queued, work: TopicWork, relies: boolean, made: MadeAttempt | null): Promise<void> {
    const { id } = delivery;
    if (made !== null) await recordAttempt(context, made).catch(context.onError);
    const wasAlone = work.stopRelying(id) && relies;
    work.queued.delete(id);
    if (made !== null) await catchUp(delivery, made.attempt.version, wasAlone).catch(context.onError);
    await work.letGo();
    if (--underWay === 0) { for (const resolve of idleWaiters.splice(0)) resolve(); }
  }

  /** Sends a version that came while another was under way: the scan for it passed the subscription by. */
  async function catchUp(delivery: Queued, version: number, wasAlone: boolean): Promise<void> {
    const { path } = delivery;
    // Without the lease it may have been another process that scanned.
    if (!wasAlone && await load(path) === "again") {
      const operation = scheduler.schedule(kv.atomic(), { kind: "distribute", path }, AGAIN_AFTER_MS);
      await retryLocked(() => operation.commit());
    }
    if (version < (workOf(path).content?.version ?? 0)) submit({ ...delivery, entry: null });
  }

  async function idle(): Promise<void> {
    while (underWay > 0) await new Promise<void>((resolve) => idleWaiters.push(resolve));
  }

  return { distribute, retry, idle };
}
