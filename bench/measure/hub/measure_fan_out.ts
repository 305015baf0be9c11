import type { FanOutReport } from "../../hub/fan_out_process.ts";
import { runHubProcess } from "../../hub/hub_process.ts";
import { startSubscriber } from "../../hub/subscriber_process.ts";
import type { BenchContext } from "../bench_context.ts";
import { type BenchRow, plainRow, ratioRow } from "../bench_row.ts";
import { median } from "../median.ts";

const GOAL_RATIO = 0.85;
const GOAL_LARGE_RATIO = 0.95;
const GOAL_ROWS = 0.05;
const GOAL_BYTES = 1024;
/** Factor for the rounds: a turn takes only a fraction of a second. */
const ROUNDS_FOR_ONE = 3;

/** Compares durable content distribution with a loop of the same client that stores nothing. */
export async function measureFanOut(context: BenchContext): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const plainHttp of [true, false]) {
    const ports = await startSubscriber(context.processes);
    const task = { ports, plainHttp, rounds: context.rounds * ROUNDS_FOR_ONE };
    rows.push(...reportRows(plainHttp ? "HTTP" : "HTTPS", await runHubProcess(context, "fan_out_process.ts", task)));
    await context.processes.stopAll();
  }
  return rows;
}

function reportRows(scheme: string, { sizes, few, many, writes, heapBytes }: FanOutReport): readonly BenchRow[] {
  const what = `fan-out, ${scheme}`;
  const manyText = sizes.many.toLocaleString("en");
  const bytes = (heapBytes.many - heapBytes.few) / (sizes.many - sizes.few);
  const each = (count: number) => (count / writes.deliveries).toFixed(3);
  return [
    ratioRow(`${what}, ${sizes.few} subscriptions`, median(few.durable), median(few.bare), "bare loop", GOAL_RATIO),
    ratioRow(`${what}, ${manyText} subscriptions`, median(many.durable), median(many.bare), "bare loop", GOAL_RATIO),
    ratioRow(`${what}, the same`, median(many.durable), median(few.durable), `with ${sizes.few}`, GOAL_LARGE_RATIO),
    plainRow(
      `${what}, written for a delivery`,
      `${each(writes.commits)} commits, ${each(writes.rows)} rows`,
      { text: `<= ${GOAL_ROWS} rows`, reached: writes.rows / writes.deliveries <= GOAL_ROWS },
    ),
    plainRow(
      `${what}, heap between ${sizes.few} and ${manyText} subscriptions`,
      `${Math.round(bytes)} bytes a subscription`,
      {
        text: `<= ${GOAL_BYTES} bytes`,
        reached: bytes <= GOAL_BYTES,
      },
    ),
  ];
}
