import { arrivals } from "./arrivals.ts";
import { benchHub } from "./bench_hub.ts";
import type { HubTask } from "./hub_process.ts";

/** What the slow subscribers of a round do; none is slow in the first. */
export const MANNERS = ["prompt", "hang", "drip"] as const;

/** Milliseconds from the begin of a distribution to the arrival at a healthy subscriber, one figure a round. */
export type IsolationReport = Readonly<
  Record<typeof MANNERS[number], { readonly p50: number[]; readonly p99: number[] }>
>;

const SUBSCRIPTIONS = 200;
const ONE_SLOW_IN = 20;
const TOPIC = "/feed.xml";

async function main(task: HubTask): Promise<IsolationReport> {
  const report: IsolationReport = {
    prompt: { p50: [], p99: [] },
    hang: { p50: [], p99: [] },
    drip: { p50: [], p99: [] },
  };
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

/** Distributes one change with a hub and a store that know nothing of earlier rounds. */
async function distribute(task: HubTask, name: string, manner: typeof MANNERS[number]): Promise<readonly number[]> {
  const { folder, ports } = task;
  const kv = await Deno.openKv(`${folder}/${name}.kv`);
  const { hub, client, subscribe, change } = await benchHub(kv, task);
  const isSlow = (number: number) => manner !== "prompt" && number % ONE_SLOW_IN === 0;
  await subscribe(TOPIC, SUBSCRIPTIONS, (number) => {
    const port = manner !== "prompt" && isSlow(number) ? ports[manner] : ports.https;
    return `https://h${number}.subscriber.localhost:${port}`;
  });
  const numbers = Array.from({ length: SUBSCRIPTIONS }, (_, number) => number);
  const start = Date.now();
  await change(TOPIC);
  const times = await arrivals(ports.report, numbers.filter((number) => !isSlow(number)).length);
  // The hub waits for what is under way, which would be ten seconds for those that hang.
  await client.close();
  await hub.stop();
  kv.close();
  return times.map((time) => time - start);
}

/** The number below which a share of the numbers lies; NaN of none. */
function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? NaN;
}

if (import.meta.main) {
  const report = await main(JSON.parse(Deno.args[0] ?? ""));
  Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(report)));
}
