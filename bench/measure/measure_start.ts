import { startService } from "../servers/service_process.ts";
import type { BenchContext } from "./bench_context.ts";
import { type BenchRow, plainRow } from "./bench_row.ts";
import { median } from "./median.ts";

const GOAL_MS = 1000;

/** Measures the time from the start of the process to its first successful response. */
export async function measureStart(context: BenchContext): Promise<readonly BenchRow[]> {
  const existing = await context.store(1000);
  // The first start fills the module cache.
  await startOnce(context, existing);
  const times = { existing: [] as number[], empty: [] as number[] };
  for (let round = 0; round < context.rounds; round++) {
    times.existing.push(await startOnce(context, existing));
    const folder = await Deno.makeTempDir({ dir: context.folder });
    times.empty.push(await startOnce(context, `${folder}/reviews.kv`));
  }
  return [
    startRow("first answer, store of 1,000 reviews", times.existing),
    startRow("first answer, empty store", times.empty),
  ];
}

async function startOnce({ processes }: BenchContext, kvPath: string): Promise<number> {
  const { child, startMilliseconds } = await startService(processes, kvPath);
  await processes.stop(child);
  return startMilliseconds;
}

function startRow(what: string, times: readonly number[]): BenchRow {
  const middle = median(times);
  const measured = `${Math.round(middle)} ms (${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))})`;
  return plainRow(what, measured, { text: `< ${GOAL_MS} ms`, reached: middle < GOAL_MS });
}
