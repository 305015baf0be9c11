import { runHubProcess } from "../../hub/hub_process.ts";
import type { IsolationReport } from "../../hub/isolation_process.ts";
import { startSubscriber } from "../../hub/subscriber_process.ts";
import type { BenchContext } from "../bench_context.ts";
import { type BenchRow, plainRow } from "../bench_row.ts";
import { median } from "../median.ts";

const GOAL_RATIO = 2;

/** Measures how long healthy subscribers wait for a delivery while one in twenty does not answer in time. */
export async function measureIsolation(context: BenchContext): Promise<readonly BenchRow[]> {
  const ports = await startSubscriber(context.processes);
  const task = { ports, plainHttp: false, rounds: context.rounds };
  const report = await runHubProcess<IsolationReport>(context, "isolation_process.ts", task);
  return [
    plainRow("delivery of 200, all healthy", timesText(report.prompt)),
    isolationRow("delivery of 200, 1 in 20 hangs", report.hang, report.prompt),
    isolationRow("delivery of 200, 1 in 20 drips its answer", report.drip, report.prompt),
  ];
}

type Times = IsolationReport["prompt"];

function isolationRow(what: string, slow: Times, healthy: Times): BenchRow {
  const ratio = median(slow.p99) / median(healthy.p99);
  return {
    what,
    measured: timesText(slow),
    against: "p99, all healthy",
    ratio: ratio.toFixed(2),
    goal: `<= ${GOAL_RATIO}`,
    verdict: ratio <= GOAL_RATIO ? "reached" : "missed",
  };
}

function timesText({ p50, p99 }: Times): string {
  return `p50 ${Math.round(median(p50))} ms, p99 ${Math.round(median(p99))} ms`;
}
