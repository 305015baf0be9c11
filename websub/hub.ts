import { retryLocked } from "../domain/retry_locked.ts";
import type { Site } from "../domain/site.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import { acceptRequest } from "./accept_request.ts";
import { batchedCompletions } from "./completions.ts";
import { ExchangePool } from "./exchange_pool.ts";
import { fanOut } from "./fan_out.ts";
import type { AcceptRequest } from "./hub_answer.ts";
import type { HubContext } from "./hub_context.ts";
import { publishTopics } from "./publisher.ts";
import { requestRate, tooManyRequests } from "./request_rate.ts";
import { isTopicAbandoned } from "./topic_lease.ts";
import { readWake, wakeHub } from "./wake_hub.ts";
import { worker } from "./worker.ts";

/** What a hub is made of; everything that a test may want to have its way with. */
export type HubParts =
  & Pick<HubContext, "kv" | "clock" | "settings" | "scheduler" | "client" | "representation" | "record" | "onError">
  & { readonly site: Site; readonly random?: () => number };

/** The WebSub hub of this service's own topics (WebSub 3.1). */
export interface Hub {
  readonly accept: AcceptRequest;
  /** Tells it what a snapshot changed. Can be called again with the same snapshot. */
  readonly publish: (snapshot: Pick<Snapshot, "revision" | "documents">) => Promise<void>;
  /** Begins to run jobs, and looks at what an earlier process left undone. */
  readonly start: () => void;
  /** Looks at everything that is due. */
  readonly look: () => Promise<void>;
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>;
  /** Begins nothing new, waits some seconds for what is under way and commits it; what takes longer is cut off. */
  readonly stop: () => Promise<void>;
}

const LOOK_EVERY_MS = 60_000;
const WAKE_EVERY_MS = 1000;
const STOP_AFTER_MS = 3500;

/** Makes a hub. It does nothing by itself before `start`. */
export function createHub({ site, random = Math.random, ...parts }: HubParts): Hub {
  const { kv, clock, settings, scheduler, client, onError } = parts;
  const pool = new ExchangePool(settings.concurrency, settings.concurrencyPerHost);
  // The exchange whose outcome is added still counts.
  const isLast = () => pool.load.running <= 1 && pool.load.waiting === 0;
  const completions = batchedCompletions(kv, scheduler, isLast);
  const rate = requestRate(settings.requestsPerMinute, clock.now);
  const timers: ReturnType<typeof setInterval>[] = [];
  let [stopping, closing] = [false, false];
  let lastTurn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = lastTurn.then(work);
    lastTurn = done.catch(() => {});
    return done;
  }
  const context: HubContext = {
    ...parts,
    pool,
    completions,
    random,
    inTurn,
    isStopping: () => stopping,
    isClosing: () => closing,
  };
  const distribution = fanOut(context);
  const { run, look } = worker(context, distribution);

  let woken: string | null = null;
  /** Looks when the operator or a process that has stopped asks for it, and when one has died over a topic. */
  async function lookWhenWoken(): Promise<void> {
    const wake = await readWake(kv);
    if (wake === woken && !await isTopicAbandoned(kv, clock)) return;
    await look();
    woken = wake;
  }
  async function idle(): Promise<void> {
    await pool.idle();
    await completions.flush();
    await distribution.idle();
  }

  return {
    accept: (body, clientAddress) => {
      const seconds = rate.take(clientAddress);
      if (seconds === 0) return inTurn(() => acceptRequest(context, site, body));
      return Promise.resolve(tooManyRequests(settings.requestsPerMinute, seconds));
    },
    publish: async (snapshot) => void await publishTopics(context, snapshot),
    start: () => {
      scheduler.start(run);
      const guarded = (task: () => Promise<void>) => () => void task().catch(onError);
      guarded(async () => {
        woken = await readWake(kv);
        await look();
      })();
      timers.push(setInterval(guarded(look), LOOK_EVERY_MS), setInterval(guarded(lookWhenWoken), WAKE_EVERY_MS));
    },
    look,
    idle,
    stop: async () => {
      stopping = true;
      for (const timer of timers) clearInterval(timer);
      const done = Promise.all([scheduler.stop(), idle()]);
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, STOP_AFTER_MS);
      await Promise.race([done, late.promise]);
      clearTimeout(timer);
      closing = true;
      await client.close();
      await done;
      // What this process has not come to is for the others.
      await retryLocked(() => wakeHub(kv.atomic()).commit());
    },
  };
}
