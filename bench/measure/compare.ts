import type { Load } from "../load/fetch_load.ts";
import type { BenchContext } from "./bench_context.ts";
import type { BenchRow } from "./bench_row.ts";
import { median } from "./median.ts";

/** Two servers that get the same requests. */
export interface Comparison {
  readonly what: string;
  /** Origin of the service. */
  readonly service: string;
  /** Origin of the server to compare with. */
  readonly baseline: string;
  readonly baselineName: string;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** JSON to POST; if absent, the paths are requested with GET. */
  readonly body?: string;
  /** Minimum ratio of requests per second, service to baseline; null for none. */
  readonly goal: number | null;
}

const CONNECTIONS = 16;

/**
 * Compares the requests per second of two servers. They take turns with alternating order, so that other load on the
 * machine affects both equally.
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
