import type { TopicPath } from "../../domain/site.ts";
import { contentDistribution } from "../../websub/distribution/content_distribution.ts";
import type { Subscription } from "../../websub/store/subscription.ts";
import { topicSubscriptions } from "../../websub/store/topic_store.ts";
import { arrivals } from "./arrivals.ts";
import { type BenchHub, benchHub, subscriptionOf } from "./bench_hub.ts";
import type { HubTask } from "./hub_process.ts";
import { countStoreWrites, type StoreWrites } from "./store_writes.ts";
import type { Store } from "../../domain/store/store.ts";

/** Deliveries per second, one figure a round. */
export interface Rates {
  /** By a loop of the same client. */
  readonly bare: number[];
  /** By the hub, until everything is recorded. */
  readonly durable: number[];
}

/** What a process that distributes and measures it has found. */
export interface FanOutReport {
  /** How many subscriptions "few" and "many" are. */
  readonly sizes: { readonly few: number; readonly many: number };
  readonly few: Rates;
  readonly many: Rates;
  /** In all rounds with few subscriptions. */
  readonly writes: StoreWrites & { readonly deliveries: number };
  /** The most bytes of the heap in use while a distribution was under way. */
  readonly heapBytes: { readonly few: number; readonly many: number };
}

const MANY = 10_000;
const FEW = 500;
const HOSTS = 64;
// As many as the hub has places for deliveries.
const AT_ONCE = 60;
const LARGE_ROUNDS = 3;
const HEAP_SAMPLES = 8;
const SMALL_TOPIC = "/feed.xml";
const LARGE_TOPIC = "/reviews.json";

interface Topic {
  readonly path: TopicPath;
  readonly count: number;
  readonly subscriptions: readonly Subscription[];
}

async function main(task: HubTask): Promise<FanOutReport> {
  const { folder, ports, plainHttp, rounds } = task;
  const kv = await Deno.openKv(`${folder}/hub.kv`);
  const bench = await benchHub(kv, task);
  const counted = countStoreWrites();
  const originOf = (number: number) => {
    const host = `h${number % HOSTS}.subscriber.localhost`;
    return plainHttp ? `http://${host}:${ports.http}` : `https://${host}:${ports.https}`;
  };
  async function topic(path: TopicPath, count: number): Promise<Topic> {
    await bench.subscribe(path, count, originOf);
    const subscriptions = Array.from(
      { length: count },
      (_, number) => subscriptionOf(path, originOf(number), number, 1),
    );
    return { path, count, subscriptions };
  }
  const topics = { few: await topic(SMALL_TOPIC, FEW), many: await topic(LARGE_TOPIC, MANY) } as const;

  async function received(count: number): Promise<void> {
    const { length } = await arrivals(ports.report, count);
    if (length !== count) throw new Error(`${length} deliveries came, not ${count}.`);
  }
  async function bareTurn({ subscriptions, count }: Topic): Promise<number> {
    const perSecond = await timed(count, () => bareLoop(bench, subscriptions));
    await received(count);
    return perSecond;
  }
  async function fanOutTurn({ path, count }: Topic): Promise<number> {
    // How soon a change leads to a first delivery is measured for itself.
    await bench.change(path);
    const perSecond = await timed(count, () => bench.attempted(count));
    await received(count);
    await checkDelivered(kv, path, count);
    return perSecond;
  }
  async function round(topic: Topic, rates: Rates, isBareFirst: boolean): Promise<void> {
    if (isBareFirst) rates.bare.push(await bareTurn(topic));
    rates.durable.push(await fanOutTurn(topic));
    if (!isBareFirst) rates.bare.push(await bareTurn(topic));
  }
  async function heapTurn(topic: Topic): Promise<number> {
    const { count } = topic;
    let most = 0;
    const every = Math.floor(count / HEAP_SAMPLES);
    bench.onAttempt((attempts) => {
      if (attempts % every === 0 && attempts < count) most = Math.max(most, heapInUse());
    });
    await fanOutTurn(topic);
    bench.onAttempt(null);
    return most;
  }

  const few: Rates = { bare: [], durable: [] };
  const many: Rates = { bare: [], durable: [] };
  // What is compiled on its way would count for the first.
  for (const topic of [topics.few, topics.many]) await round(topic, { bare: [], durable: [] }, true);
  counted();
  for (let number = 0; number < rounds; number++) await round(topics.few, few, number % 2 === 0);
  const writes = { ...counted(), deliveries: rounds * FEW };
  for (let number = 0; number < LARGE_ROUNDS; number++) await round(topics.many, many, number % 2 === 0);
  const heapBytes = { few: await heapTurn(topics.few), many: await heapTurn(topics.many) };
  await bench.hub.stop();
  kv.close();
  return { sizes: { few: FEW, many: MANY }, few, many, writes, heapBytes };
}

/** What the hub's client does without the hub: nothing is read before and nothing is recorded after. */
async function bareLoop({ client, representation }: BenchHub, subscriptions: readonly Subscription[]): Promise<void> {
  const content = { path: SMALL_TOPIC, version: 1, representation: representation(SMALL_TOPIC) } as const;
  let next = 0;
  async function postInTurn(): Promise<void> {
    for (let row = subscriptions[next++]; row !== undefined; row = subscriptions[next++]) {
      const answer = await client.exchange(contentDistribution(row, content, Date.now()));
      if (answer.kind !== "answered") throw new Error(`The bare loop failed: ${answer.failure}.`);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, postInTurn));
}

async function timed(count: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return count / (performance.now() - start) * 1000;
}

async function checkDelivered(kv: Store, path: TopicPath, count: number): Promise<void> {
  const version = (await kv.get<{ readonly version: number }>(["topic", path])).value?.version ?? NaN;
  let delivered = 0;
  for await (const { value } of topicSubscriptions(kv, path)) if (value.deliveredVersion === version) delivered++;
  if (delivered !== count) throw new Error(`${delivered} of ${count} subscriptions have version ${version}.`);
}

function heapInUse(): number {
  const collect: unknown = Reflect.get(globalThis, "gc");
  if (typeof collect !== "function") throw new Error("The process must be started with --v8-flags=--expose-gc.");
  collect();
  return Deno.memoryUsage().heapUsed;
}

if (import.meta.main) {
  const report = await main(JSON.parse(Deno.args[0] ?? ""));
  Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(report)));
}
