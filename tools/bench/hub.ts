import { encodedBody } from "../../domain/documents/representation.ts";
import { userAgent } from "../../domain/service.ts";
import { outboundClient } from "../../outbound/outbound_client.ts";
import { seedHub, subscriptionOf } from "../../tests/support/hub/hub_seed.ts";
import { contentDistribution } from "../../websub/distribution/content_distribution.ts";
import type { Subscription } from "../../websub/store/subscription.ts";
import { topicSubscriptions } from "../../websub/store/topic_store.ts";
import { pause, replyToParent, startServer } from "./processes.ts";
import { type BenchContext, type BenchRow, count, median, plainRow, ratioRow } from "./rows.ts";
import { startService } from "./service_process.ts";
import { publishGenerated } from "./stores.ts";
import { arrivals, AUTHORITY, startSubscriber, type SubscriberPorts } from "./subscriber.ts";

const TOPIC = "/feed.xml";
/** Number of published reviews. All of them are in the feed. */
const REVIEWS = 50;
const HOSTS = 64;
const ALLOWED = "127.0.0.0/8";
const ENVIRONMENT = {
  WEBSUB_ALLOW_CIDRS: ALLOWED,
  WEBSUB_CA_FILE: AUTHORITY,
  WEBSUB_DEBOUNCE_SECONDS: "0",
  WEBSUB_LIMITS: "none",
};
const RECORDED_WITHIN_MS = 10_000;

/** The real service on a new store with subscriptions. Their callbacks are served by a subscriber in another process. */
class BenchHub {
  #changes = 0;

  private constructor(
    private readonly context: BenchContext,
    private readonly kvPath: string,
    private readonly report: number,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** @param ports Port of each callback. */
  static async start(
    context: BenchContext,
    { report }: SubscriberPorts,
    ports: readonly number[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<BenchHub> {
    const kvPath = `${await Deno.makeTempDir({ dir: context.folder })}/hub.kv`;
    const hub = new BenchHub(context, kvPath, report, { ...ENVIRONMENT, ...environment });
    await publishGenerated(context.processes, kvPath, REVIEWS, 0);
    using kv = await Deno.openKv(kvPath);
    const rows = subscriptionsOf(ports).map((row, number) => {
      // Spread over the shards like real ids.
      const id = Math.floor(number / ports.length * 2 ** 32).toString(16).padStart(8, "0");
      return [id, row] as const;
    });
    await seedHub(kv, { subscriptions: Object.fromEntries(rows) });
    await hub.startService();
    return hub;
  }

  /** Starts a further service on the store. */
  async startService(): Promise<void> {
    await startService(this.context.processes, this.kvPath, this.environment);
  }

  /**
   * Publishes a change and waits for its deliveries.
   *
   * @returns Times from the change to each of its `wanted` arrivals in milliseconds, ascending.
   */
  async distribute(wanted: number): Promise<readonly number[]> {
    const at = await publishGenerated(this.context.processes, this.kvPath, REVIEWS, ++this.#changes);
    return (await arrivals(this.report, wanted)).map((time) => time - at).sort((a, b) => a - b);
  }

  /** Waits until the store records the newest change for every subscription. */
  async recorded(): Promise<void> {
    using kv = await Deno.openKv(this.kvPath);
    const giveUpAt = Date.now() + RECORDED_WITHIN_MS;
    const version = 1 + this.#changes;
    for (let missing = 1; missing > 0; await pause(100)) {
      const rows = await Array.fromAsync(topicSubscriptions(kv, TOPIC), ({ value }) => value.deliveredVersion);
      missing = rows.filter((delivered) => delivered !== version).length;
      if (missing > 0 && Date.now() > giveUpAt) throw new Error(`${missing} deliveries were not recorded.`);
    }
  }
}

/** Subscriptions that already have version 1, which a new hub gives to the revision that it finds. */
function subscriptionsOf(ports: readonly number[]): readonly Subscription[] {
  return ports.map((port, number) => {
    const [host, target] = [`h${number % HOSTS}.subscriber.localhost`, `/callback/${number}`];
    const origin = `https://${host}:${port}`;
    const callback = { text: origin + target, host, domain: host, origin, target };
    return subscriptionOf({ path: TOPIC, callback, deliveredVersion: 1, attempts: [] });
  });
}

/** Deliveries per second between the first and the last arrival. */
function rateOf(times: readonly number[]): number {
  return (times.length - 1) / ((times.at(-1) ?? NaN) - (times[0] ?? NaN)) * 1000;
}

const GOAL_RATIO = 0.5;
const SIZES = [500, 10_000];
/** Number of parallel deliveries of the loop, equal to the places of the hub for deliveries. */
const AT_ONCE = 60;

/** Compares the deliveries of the hub with a loop that posts the same bytes with the same client and records nothing. */
export async function* measureFanOut(context: BenchContext): AsyncGenerator<BenchRow> {
  for (const size of SIZES) {
    const ports = await startSubscriber(context.processes);
    const callbacks = Array<number>(size).fill(ports.healthy);
    const hub = await BenchHub.start(context, ports, callbacks);
    const { result: loop } = await startServer<typeof serveBareLoop>(context.processes, import.meta.url, [
      size,
      ports.healthy,
    ]);
    const rates = { hub: [] as number[], loop: [] as number[] };
    // The first round warms up.
    for (let round = 0; round <= context.rounds; round++) {
      rates.hub.push(rateOf(await hub.distribute(size)));
      const [times] = await Promise.all([arrivals(ports.report, size), fetch(`http://127.0.0.1:${loop}`)]);
      rates.loop.push(rateOf(times.toSorted((a, b) => a - b)));
    }
    await hub.recorded();
    const [ours, theirs] = [median(rates.hub.slice(1)), median(rates.loop.slice(1))];
    yield ratioRow(`fan-out to ${count(size)} subscriptions`, ours, theirs, "bare loop", GOAL_RATIO);
    await context.processes.stopAll();
  }
}

/** Serves the bare loop, which posts to all callbacks at each request and uses no store. Returns the port. */
function serveBareLoop(size: number, callbackPort: number): number {
  const client = outboundClient({
    allowCidrs: [ALLOWED],
    caCertificates: [Deno.readTextFileSync(AUTHORITY)],
    timeoutMilliseconds: 10_000,
    userAgent: userAgent({ baseUrl: "https://reviews.example" }),
  });
  const bytes = new Uint8Array(30 * 1024).fill(97);
  const bodies = { identity: encodedBody(bytes) };
  const representation = { contentType: "application/atom+xml", bodies, lastModified: null, link: "" };
  const content = { path: TOPIC, version: 1, representation } as const;
  const subscriptions = subscriptionsOf(Array<number>(size).fill(callbackPort));
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async () => {
    let next = 0;
    async function postInTurn(): Promise<void> {
      for (let row = subscriptions[next++]; row !== undefined; row = subscriptions[next++]) {
        const answer = await client.exchange(contentDistribution(row, content, Date.now()));
        if (answer.kind !== "answered") throw new Error(`The bare loop failed: ${answer.failure}.`);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, postInTurn));
    return new Response(null);
  }).addr.port;
}

const SHARED = 4000;
const GOAL_SHARED = 1.6;

/**
 * Compares two processes on one store with one process. The callbacks answer after 30 ms, so that a process mostly
 * waits.
 */
export async function* measureSharing(context: BenchContext): AsyncGenerator<BenchRow> {
  const size = Math.min(SHARED, context.most);
  const ports = await startSubscriber(context.processes);
  const hub = await BenchHub.start(context, ports, Array<number>(size).fill(ports.distant));
  async function rate(): Promise<number> {
    const rates: number[] = [];
    for (let round = 0; round <= context.rounds; round++) rates.push(rateOf(await hub.distribute(size)));
    return median(rates.slice(1));
  }
  const alone = await rate();
  await hub.startService();
  const what = `fan-out to ${count(size)} that answer after 30 ms, two processes`;
  yield ratioRow(what, await rate(), alone, "one process", GOAL_SHARED);
}

const QUIET_SECONDS = 2;
const GOAL_MS = 300;

/** Measures the time from a change to the first delivery, minus the quiet time. */
export async function* measureFirstDelivery(context: BenchContext): AsyncGenerator<BenchRow> {
  for (const driver of ["queue", "sweep"] as const) {
    const ports = await startSubscriber(context.processes);
    const environment = { DELIVERY_DRIVER: driver, WEBSUB_DEBOUNCE_SECONDS: String(QUIET_SECONDS) };
    const hub = await BenchHub.start(context, ports, [ports.healthy], environment);
    const times: number[] = [];
    for (let round = 0; round < context.rounds; round++) {
      const [first = NaN] = await hub.distribute(1);
      times.push(first - QUIET_SECONDS * 1000);
    }
    const worst = Math.max(...times);
    const measured = `${Math.round(median(times))} ms, worst ${worst} ms`;
    const what = `first delivery after a change and its quiet time, ${driver}`;
    yield plainRow(what, measured, `< ${GOAL_MS} ms`, worst < GOAL_MS);
    await context.processes.stopAll();
  }
}

const TOGETHER = 200;
/** Number of hosts that hang. They have about one in twenty of the callbacks. */
const HANGING_HOSTS = 3;
const GOAL_SLOWER = 2;

/** Measures how long healthy subscribers wait for a delivery while some hosts do not answer. */
export async function* measureIsolation(context: BenchContext): AsyncGenerator<BenchRow> {
  const p99s = { healthy: [] as number[], hanging: [] as number[] };
  for (let round = 0; round < context.rounds; round++) {
    for (const manner of ["healthy", "hanging"] as const) {
      const ports = await startSubscriber(context.processes);
      const callbacks = Array.from(
        { length: TOGETHER },
        (_, n) => ports[n % HOSTS < HANGING_HOSTS ? manner : "healthy"],
      );
      // A new hub each time: it learns which hosts are slow.
      const hub = await BenchHub.start(context, ports, callbacks);
      const times = await hub.distribute(callbacks.filter((port) => port === ports.healthy).length);
      p99s[manner].push(times[Math.floor(0.99 * times.length)] ?? NaN);
      await context.processes.stopAll();
    }
  }
  const [healthy, slow] = [median(p99s.healthy), median(p99s.hanging)];
  const what = `delivery to ${TOGETHER}, ${HANGING_HOSTS} of ${HOSTS} hosts hang`;
  const row = plainRow(what, `p99 ${Math.round(slow)} ms`, `<= ${GOAL_SLOWER}`, slow <= GOAL_SLOWER * healthy);
  yield { ...row, against: `p99 ${Math.round(healthy)} ms, none hangs`, ratio: (slow / healthy).toFixed(2) };
}

if (import.meta.main) await replyToParent(serveBareLoop);
