import { type BenchContext, type BenchRow, median, plainRow } from "../rows.ts";
import { BenchHub, type HubTask, runHub, TRUST } from "./bench_hub.ts";
import { arrivals, startSubscriber } from "./subscriber.ts";
import { publishGenerated } from "../stores.ts";
import { startService } from "../servers/service_process.ts";

const REVIEWS = 1000;
const QUIET_MS = 2000;
const GOAL_MS = 300;

/** Measures the time from a change to the first delivery, minus the quiet time. */
export async function measureFirstDelivery(context: BenchContext): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const driver of ["queue", "sweep"] as const) {
    const times = await firstDeliveries(context, driver);
    await context.processes.stopAll();
    const worst = Math.max(...times);
    const measured = `${Math.round(median(times))} ms, worst ${worst} ms`;
    const what = `first delivery after a change and its quiet time, ${driver}`;
    rows.push(plainRow(what, measured, `< ${GOAL_MS} ms`, worst < GOAL_MS));
  }
  return rows;
}

async function firstDeliveries(
  { processes, folder, rounds }: BenchContext,
  driver: "queue" | "sweep",
): Promise<readonly number[]> {
  const ports = await startSubscriber(processes);
  const kvPath = `${await Deno.makeTempDir({ dir: folder })}/reviews.kv`;
  await publishGenerated(processes, kvPath, REVIEWS, 1);
  const { origin } = await startService(processes, kvPath, {
    DELIVERY_DRIVER: driver,
    WEBSUB_ALLOW_CIDRS: "127.0.0.0/8",
    WEBSUB_CA_FILE: TRUST.DENO_CERT,
  });
  await subscribe(origin, `https://h0.subscriber.localhost:${ports.https}/callback`);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { at } = await publishGenerated(processes, kvPath, REVIEWS, 2 + round);
    const [first = NaN] = await arrivals(ports.report, 1);
    times.push(first - at - QUIET_MS);
  }
  return times;
}

/** Sends a subscription request. The hub verifies it long before the first change. */
async function subscribe(service: string, callback: string): Promise<void> {
  const topic = `${service}/feed.xml`;
  const body = new URLSearchParams({ "hub.mode": "subscribe", "hub.callback": callback, "hub.topic": topic });
  const response = await fetch(`${service}/api/websub/hub`, { method: "POST", body });
  await response.body?.cancel();
  if (response.status !== 202) throw new Error(`The hub answered ${response.status} to the subscription.`);
}

const GOAL_RATIO = 2;
const SUBSCRIPTIONS = 200;
const ONE_SLOW_IN = 20;
const TOPIC = "/feed.xml";
/** Behaviours of one in twenty subscribers, one in each round. `prompt` is as fast as the others. */
const MANNERS = ["prompt", "hang", "drip"] as const;

/**
 * Times from the start of a distribution to its arrival at healthy subscribers, in milliseconds; one value per round.
 */
interface Times {
  readonly p50: number[];
  readonly p99: number[];
}

/** Measures how long healthy subscribers wait for a delivery while one in twenty does not answer in time. */
export async function measureIsolation(context: BenchContext): Promise<readonly BenchRow[]> {
  const ports = await startSubscriber(context.processes);
  const task = { ports, plainHttp: false, rounds: context.rounds };
  const { prompt, hang, drip } = await runHub(context, import.meta.url, isolation, task);
  return [
    plainRow("delivery of 200, all healthy", shown(prompt)),
    slowRow("delivery of 200, 1 in 20 hangs", hang, prompt),
    slowRow("delivery of 200, 1 in 20 drips its answer", drip, prompt),
  ];
}

function slowRow(what: string, slow: Times, healthy: Times): BenchRow {
  const ratio = median(slow.p99) / median(healthy.p99);
  const row = plainRow(what, shown(slow), `<= ${GOAL_RATIO}`, ratio <= GOAL_RATIO);
  return { ...row, against: "p99, all healthy", ratio: ratio.toFixed(2) };
}

function shown({ p50, p99 }: Times): string {
  return `p50 ${Math.round(median(p50))} ms, p99 ${Math.round(median(p99))} ms`;
}

/** Measures distributions with slow subscribers, in a separate process. */
export async function isolation(task: HubTask): Promise<Readonly<Record<typeof MANNERS[number], Times>>> {
  const none = (): Times => ({ p50: [], p99: [] });
  const report = { prompt: none(), hang: none(), drip: none() };
  await distribute(task, "warm-up", "prompt");
  for (let round = 0; round < task.rounds; round++) {
    for (let turn = 0; turn < MANNERS.length; turn++) {
      const manner = MANNERS[(round + turn) % MANNERS.length] ?? "prompt";
      const latencies = await distribute(task, `${round}-${manner}`, manner);
      report[manner].p50.push(quantile(latencies, 0.5));
      report[manner].p99.push(quantile(latencies, 0.99));
    }
  }
  return report;
}

/** Distributes one change with a new hub and a new store. */
async function distribute(task: HubTask, name: string, manner: typeof MANNERS[number]): Promise<readonly number[]> {
  const { folder, ports } = task;
  using kv = await Deno.openKv(`${folder}/${name}.kv`);
  const bench = await BenchHub.start(kv, task);
  const portOf = (number: number) => manner !== "prompt" && number % ONE_SLOW_IN === 0 ? ports[manner] : ports.https;
  await bench.subscribe(TOPIC, SUBSCRIPTIONS, (number) => `https://h${number}.subscriber.localhost:${portOf(number)}`);
  const start = Date.now();
  await bench.change(TOPIC);
  const slow = manner === "prompt" ? 0 : Math.ceil(SUBSCRIPTIONS / ONE_SLOW_IN);
  const times = await arrivals(ports.report, SUBSCRIPTIONS - slow);
  // Ends the exchanges with subscribers that hang, for which the hub would wait ten seconds.
  await bench.client.close();
  await bench.hub.stop();
  return times.map((time) => time - start);
}

/** Returns the number below which a share (0 to 1) of the numbers lies; NaN if there are none. */
function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? NaN;
}
