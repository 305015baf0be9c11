import { publishGenerated } from "../data/generated_stores.ts";
import { type BenchContext, type BenchRow, median, plainRow } from "../rows.ts";
import { startService } from "../servers/service_process.ts";
import { TRUST } from "./bench_hub.ts";
import { arrivals, startSubscriber } from "./subscriber.ts";

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

/** Sends a subscription request. It is verified long before the first change is published. */
async function subscribe(service: string, callback: string): Promise<void> {
  const topic = `${service}/feed.xml`;
  const body = new URLSearchParams({ "hub.mode": "subscribe", "hub.callback": callback, "hub.topic": topic });
  const response = await fetch(`${service}/api/websub/hub`, { method: "POST", body });
  await response.body?.cancel();
  if (response.status !== 202) throw new Error(`The hub answered ${response.status} to the subscription.`);
}
