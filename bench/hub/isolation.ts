import { quantile } from "../load/load.ts";
import { type BenchContext, type BenchRow, median, plainRow } from "../rows.ts";
import { benchHub, type HubTask, runHub } from "./bench_hub.ts";
import { arrivals, startSubscriber } from "./subscriber.ts";

const GOAL_RATIO = 2;
const SUBSCRIPTIONS = 200;
const ONE_SLOW_IN = 20;
const TOPIC = "/feed.xml";
/** What the slow subscribers of a round do; none is slow in the first. */
const MANNERS = ["prompt", "hang", "drip"] as const;

/** Milliseconds from the begin of a distribution to the arrival at a healthy subscriber, one figure a round. */
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

/** Distributes beside slow subscribers, in its own process. */
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
  const { hub, client, subscribe, change } = await benchHub(kv, task);
  const portOf = (number: number) => manner !== "prompt" && number % ONE_SLOW_IN === 0 ? ports[manner] : ports.https;
  await subscribe(TOPIC, SUBSCRIPTIONS, (number) => `https://h${number}.subscriber.localhost:${portOf(number)}`);
  const start = Date.now();
  await change(TOPIC);
  const slow = manner === "prompt" ? 0 : Math.ceil(SUBSCRIPTIONS / ONE_SLOW_IN);
  const times = await arrivals(ports.report, SUBSCRIPTIONS - slow);
  // Else the hub would wait ten seconds for those that hang.
  await client.close();
  await hub.stop();
  return times.map((time) => time - start);
}
