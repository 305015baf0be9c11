import type { Load } from "../load/fetch_load.ts";
import type { BenchContext } from "./bench_context.ts";
import type { BenchRow } from "./bench_row.ts";
import { median } from "./median.ts";

/** Two servers that are asked the same. */
export interface Comparison {
  readonly what: string;
  /** Origin of the service. */
  readonly service: string;
  /** Origin of the server that it is measured against. */
  readonly baseline: string;
  readonly baselineName: string;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** JSON to POST; without it, the paths are asked for with GET. */
  readonly body?: string;
  /** Least ratio of the service's requests per second to the baseline's; null for none. */
  readonly goal: number | null;
}

const CONNECTIONS = 16;

/**
 * Compares the requests per second of two servers. They take turns, each first in every other
 * round, so that whatever else the machine does hits both alike.
 */
export async function compare(
  { load, rounds, seconds }: BenchContext,
  { what, service, baseline, baselineName, paths, headers, body, goal }: Comparison,
): Promise<BenchRow> {
  const turn = async (origin: string, duration: number) => {
    const asked = { origin, paths, headers, ...(body === undefined ? {} : { body }) };
    const request: Load = { ...asked, connections: CONNECTIONS, seconds: duration };
    const { perSecond, failed } = await load.run(request);
    if (failed > 0) throw new Error(`${what}: ${failed} requests to ${origin} failed.`);
    return perSecond;
  };
  await turn(service, 1);
  await turn(baseline, 1);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) ours.push(await turn(service, seconds));
    theirs.push(await turn(baseline, seconds));
    if (round % 2 === 1) ours.push(await turn(service, seconds));
  }
  const ratio = median(ours) / median(theirs);
  return {
    what,
    measured: perSecondText(median(ours)),
    against: `${perSecondText(median(theirs))} ${baselineName}`,
    ratio: ratio.toFixed(2),
    goal: goal === null ? "" : `>= ${goal}`,
    verdict: goal === null ? "" : ratio >= goal ? "reached" : "missed",
  };
}

function perSecondText(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString("en")}/s`;
}
