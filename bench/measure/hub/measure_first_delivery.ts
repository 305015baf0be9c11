import { publishGenerated } from "../../data/generated_stores.ts";
import { arrivals } from "../../hub/arrivals.ts";
import { startSubscriber, type SubscriberPorts, TLS_FOLDER } from "../../hub/subscriber_process.ts";
import { startService } from "../../servers/service_process.ts";
import type { BenchContext } from "../bench_context.ts";
import { type BenchRow, plainRow } from "../bench_row.ts";
import { median } from "../median.ts";

const REVIEWS = 1000;
const QUIET_MS = 2000;
const GOAL_MS = 300;

/** Measures the time from a change to the first delivery, minus the debounce time. */
export async function measureFirstDelivery(context: BenchContext): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const driver of ["queue", "sweep"] as const) {
    const ports = await startSubscriber(context.processes);
    const times = await firstDeliveries(context, driver, ports);
    await context.processes.stopAll();
    const worst = Math.max(...times);
    rows.push(plainRow(
      `first delivery after a change and its quiet time, ${driver}`,
      `${Math.round(median(times))} ms, worst ${worst} ms`,
      { text: `< ${GOAL_MS} ms`, reached: worst < GOAL_MS },
    ));
  }
  return rows;
}

async function firstDeliveries(
  { processes, folder, rounds }: BenchContext,
  driver: "queue" | "sweep",
  ports: SubscriberPorts,
): Promise<readonly number[]> {
  const kvPath = `${await Deno.makeTempDir({ dir: folder })}/reviews.kv`;
  await publishGenerated(processes, kvPath, REVIEWS, 1);
  const { origin } = await startService(processes, kvPath, {
    DELIVERY_DRIVER: driver,
    WEBSUB_ALLOW_CIDRS: "127.0.0.0/8",
    WEBSUB_CA_FILE: `${TLS_FOLDER}/ca.pem`,
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

/** Subscribes. The intent is verified long before the first change is published. */
async function subscribe(service: string, callback: string): Promise<void> {
  const body = new URLSearchParams({
    "hub.mode": "subscribe",
    "hub.callback": callback,
    "hub.topic": `${service}/feed.xml`,
  });
  const response = await fetch(`${service}/api/websub/hub`, { method: "POST", body });
  await response.body?.cancel();
  if (response.status !== 202) throw new Error(`The hub answered ${response.status} to the subscription.`);
}
