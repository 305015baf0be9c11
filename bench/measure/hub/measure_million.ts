import { runHubProcess } from "../../hub/hub_process.ts";
import type { MillionReport } from "../../hub/million_process.ts";
import { startSubscriber } from "../../hub/subscriber_process.ts";
import type { BenchContext } from "../bench_context.ts";
import { type BenchRow, plainRow } from "../bench_row.ts";

const GOAL_MIB = 300;
const MIB = 1024 * 1024;

/** Measures a distribution to a million subscriptions; most callbacks are answered within the process. */
export async function measureMillion(context: BenchContext): Promise<readonly BenchRow[]> {
  const ports = await startSubscriber(context.processes);
  const folder = await Deno.makeTempDir({ dir: context.folder });
  const task = { folder, ports, plainHttp: true };
  await runHubProcess(context, "million_process.ts", { ...task, rounds: 0 });
  const { subscriptions, called, seconds, rowsPerDelivery, memoryBytes } = await runHubProcess<MillionReport>(
    context,
    "million_process.ts",
    { ...task, rounds: 1 },
  );
  const what = `distribution to ${subscriptions.toLocaleString("en")} subscriptions, ${called} really called`;
  const mib = memoryBytes / MIB;
  return [
    plainRow(what, `${seconds.toFixed(1)} s, ${rowsPerDelivery.toFixed(4)} rows a delivery`),
    plainRow(`${what}: memory above the process before`, `${Math.round(mib)} MiB`, {
      text: `<= ${GOAL_MIB} MiB`,
      reached: mib <= GOAL_MIB,
    }),
  ];
}
