import type { TopicPath } from "../../../domain/site.ts";
import { contentDistribution } from "../../../websub/distribution/content_distribution.ts";
import type { Subscription } from "../../../websub/store/subscription.ts";
import { type BenchContext, type BenchRow, count, median, plainRow, ratioRow } from "../rows.ts";
import { assertDelivered, BenchHub, type HubTask, memoryInUse, runHub, subscriptionOf } from "./bench_hub.ts";
import { arrivals, startSubscriber } from "./subscriber.ts";

const GOAL_RATIO = 0.75;
const GOAL_LARGE_RATIO = 0.95;
const GOAL_ROWS = 0.05;
const GOAL_BYTES = 1024;
/** Factor by which the rounds are multiplied, because a turn takes only a fraction of a second. */
const ROUNDS_FOR_ONE = 3;
const LARGE_ROUNDS = 3;
const FEW = { path: "/feed.xml", count: 500 } as const;
const MANY = { path: "/reviews.json", count: 10_000 } as const;
const HOSTS = 64;
// Number of parallel deliveries of the loop, equal to the places of the hub for deliveries.
const AT_ONCE = 60;
const HEAP_SAMPLES = 8;

/**
 * Deliveries per second, one value per round: by a loop with the same client, and by the hub until all are recorded.
 */
interface Rates {
  readonly bare: number[];
  readonly durable: number[];
}

/**
 * Compares the deliveries of the hub, which stores its progress, with a loop over the same client that stores nothing.
 */
export async function measureFanOut(context: BenchContext): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const plainHttp of [true, false]) {
    const ports = await startSubscriber(context.processes);
    const task = { ports, plainHttp, rounds: context.rounds * ROUNDS_FOR_ONE };
    rows.push(...reportRows(plainHttp ? "HTTP" : "HTTPS", await runHub(context, import.meta.url, fanOut, task)));
    await context.processes.stopAll();
  }
  return rows;
}

function reportRows(
  scheme: string,
  { few, many, writes, heapBytes }: Awaited<ReturnType<typeof fanOut>>,
): readonly BenchRow[] {
  const what = `fan-out, ${scheme}`;
  const sizes = { few: String(FEW.count), many: count(MANY.count) };
  const bytes = (heapBytes.many - heapBytes.few) / (MANY.count - FEW.count);
  const each = (figure: number) => (figure / writes.deliveries).toFixed(3);
  const written = `${each(writes.commits)} commits, ${each(writes.sets)} rows`;
  return [
    ratioRow(`${what}, ${sizes.few} subscriptions`, median(few.durable), median(few.bare), "bare loop", GOAL_RATIO),
    ratioRow(`${what}, ${sizes.many} subscriptions`, median(many.durable), median(many.bare), "bare loop", GOAL_RATIO),
    ratioRow(`${what}, the same`, median(many.durable), median(few.durable), `with ${sizes.few}`, GOAL_LARGE_RATIO),
    plainRow(
      `${what}, written for a delivery`,
      written,
      `<= ${GOAL_ROWS} rows`,
      writes.sets / writes.deliveries <= GOAL_ROWS,
    ),
    plainRow(
      `${what}, heap between ${sizes.few} and ${sizes.many} subscriptions`,
      `${Math.round(bytes)} bytes a subscription`,
      `<= ${GOAL_BYTES} bytes`,
      bytes <= GOAL_BYTES,
    ),
  ];
}

interface Topic {
  readonly path: TopicPath;
  readonly count: number;
  readonly subscriptions: readonly Subscription[];
}

/** Distributes and measures, in a separate process. */
export async function fanOut(task: HubTask) {
  const kv = await Deno.openKv(`${task.folder}/hub.kv`);
  const counted = countWrites();
  const fan = new FanOut(kv, await BenchHub.start(kv, task), task);
  const [small, large] = [await fan.subscribed(FEW), await fan.subscribed(MANY)];
  // Warm-up, without which the first round would include compilation.
  for (const topic of [small, large]) await fan.turns(topic, 1);
  counted();
  const few = await fan.turns(small, task.rounds);
  const writes = { ...counted(), deliveries: task.rounds * FEW.count };
  const many = await fan.turns(large, LARGE_ROUNDS);
  const heapBytes = { few: await fan.mostHeap(small), many: await fan.mostHeap(large) };
  await fan.bench.hub.stop();
  return { few, many, writes, heapBytes };
}

class FanOut {
  constructor(private readonly kv: Deno.Kv, readonly bench: BenchHub, private readonly task: HubTask) {}

  async subscribed({ path, count }: typeof FEW | typeof MANY): Promise<Topic> {
    const { plainHttp, ports } = this.task;
    const originOf = (number: number) => {
      const host = `h${number % HOSTS}.subscriber.localhost`;
      return plainHttp ? `http://${host}:${ports.http}` : `https://${host}:${ports.https}`;
    };
    await this.bench.subscribe(path, count, originOf);
    const row = (_: unknown, number: number) => subscriptionOf(path, originOf(number), number, 1);
    return { path, count, subscriptions: Array.from({ length: count }, row) };
  }

  async turns(topic: Topic, rounds: number): Promise<Rates> {
    const rates: Rates = { bare: [], durable: [] };
    for (let round = 0; round < rounds; round++) {
      if (round % 2 === 0) rates.bare.push(await this.#bareTurn(topic));
      rates.durable.push(await this.#fanOutTurn(topic));
      if (round % 2 === 1) rates.bare.push(await this.#bareTurn(topic));
    }
    return rates;
  }

  async mostHeap(topic: Topic): Promise<number> {
    let most = 0;
    const every = Math.floor(topic.count / HEAP_SAMPLES);
    this.bench.onAttempt = (attempts) => {
      if (attempts % every === 0 && attempts < topic.count) most = Math.max(most, memoryInUse().heapUsed);
    };
    await this.#fanOutTurn(topic);
    this.bench.onAttempt = () => {};
    return most;
  }

  async #bareTurn({ subscriptions, count }: Topic): Promise<number> {
    const perSecond = await timed(count, () => bareLoop(this.bench, subscriptions));
    await this.#received(count);
    return perSecond;
  }

  async #fanOutTurn({ path, count }: Topic): Promise<number> {
    // Excludes the time until the first delivery, which has a separate measurement.
    await this.bench.change(path);
    const perSecond = await timed(count, () => this.bench.attempted(count));
    await this.#received(count);
    await assertDelivered(this.kv, path, count);
    return perSecond;
  }

  async #received(count: number): Promise<void> {
    const { length } = await arrivals(this.task.ports.report, count);
    if (length !== count) throw new Error(`${length} deliveries came, not ${count}.`);
  }
}

/** Sends the deliveries of the hub with its client in a loop, without reading or writing the store. */
async function bareLoop(bench: BenchHub, subscriptions: readonly Subscription[]): Promise<void> {
  const content = { path: FEW.path, version: 1, representation: bench.representation(FEW.path) };
  let next = 0;
  async function postInTurn(): Promise<void> {
    for (let row = subscriptions[next++]; row !== undefined; row = subscriptions[next++]) {
      const answer = await bench.client.exchange(contentDistribution(row, content, Date.now()));
      if (answer.kind !== "answered") throw new Error(`The bare loop failed: ${answer.failure}.`);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, postInTurn));
}

/** Counts the writes of this process. Returns a function that returns the counts since its last call. */
function countWrites() {
  const operations = Deno.AtomicOperation.prototype;
  const { set, commit } = operations;
  let [sets, commits] = [0, 0];
  operations.set = function (...args) {
    sets++;
    return set.apply(this, args);
  };
  operations.commit = function () {
    commits++;
    return commit.call(this);
  };
  return () => {
    const counts = { commits, sets };
    [sets, commits] = [0, 0];
    return counts;
  };
}

async function timed(count: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return count / (performance.now() - start) * 1000;
}
