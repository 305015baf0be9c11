import { rawAnswer } from "../load/raw_answer.ts";
import { startService } from "../servers/service_process.ts";
import type { BenchContext } from "./bench_context.ts";
import { type BenchRow, plainRow } from "./bench_row.ts";

const PATH = "/api/reviews/since/2023-07-01";

/** Measures the response to a mirror that catches up with half of 10,000 reviews. */
export async function measureSince(context: BenchContext): Promise<readonly BenchRow[]> {
  const service = await startService(context.processes, await context.store(10_000));
  const { body } = await rawAnswer(service.origin + PATH, {});
  const { perSecond, bytesPerSecond, p99 } = await context.load.run({
    origin: service.origin,
    paths: [PATH],
    headers: {},
    connections: 4,
    seconds: context.seconds,
  });
  await context.processes.stop(service.child);
  return [
    plainRow(
      `since, half of 10,000 reviews (${(body.length / 1e6).toFixed(1)} MB)`,
      `${Math.round(perSecond)}/s, ${Math.round(bytesPerSecond / 1e6)} MB/s, p99 ${p99.toFixed(0)} ms`,
    ),
  ];
}
