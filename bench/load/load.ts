import { fileURLToPath } from "node:url";
import { request } from "undici";
import type { Processes } from "../processes.ts";

/** The load on a server. */
export interface Load {
  readonly origin: string;
  /** Paths with queries, requested in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** JSON to POST; if absent, the paths are requested with GET. */
  readonly body?: string;
  /** Number of concurrent requests. */
  readonly connections: number;
  readonly seconds: number;
}

/** The result of a load. */
export interface LoadResult {
  readonly perSecond: number;
  readonly bytesPerSecond: number;
  /** Median latency in milliseconds. */
  readonly p50: number;
  /** 99th percentile of the latency, in milliseconds. */
  readonly p99: number;
  /** Responses of 400 and above, and failed requests. */
  readonly failed: number;
}

/** Generates load on a server. */
export interface LoadGenerator {
  readonly name: "wrk" | "fetch";
  readonly run: (load: Load) => Promise<LoadResult>;
}

/** A response as transmitted: `fetch` would decode the body and drop its coding. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case, without `date` and `connection`, which every server sets itself. */
  readonly headers: readonly [string, string][];
  readonly body: Uint8Array<ArrayBuffer>;
}

const SCRIPT = fileURLToPath(new URL("wrk_load.lua", import.meta.url));

/** Uses `wrk` if installed, else a loop of `fetch`, which needs more time than the server itself. */
export async function loadGenerator(processes: Processes): Promise<LoadGenerator> {
  try {
    await processes.run("wrk", ["--version"]);
    return { name: "wrk", run: (load) => wrkLoad(processes, load) };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return { name: "fetch", run: fetchLoad };
  }
}

async function wrkLoad(processes: Processes, load: Load): Promise<LoadResult> {
  const headers = Object.entries(load.headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const rate = ["-t1", `-c${load.connections}`, `-d${load.seconds}s`, "-s", SCRIPT, ...headers];
  const requests = [...load.body === undefined ? [] : [load.body], ...load.paths];
  const { code, stdout, stderr } = await processes.run("wrk", [
    ...rate,
    load.origin + load.paths[0],
    "--",
    ...requests,
  ]);
  const report = stdout.trimEnd().split("\n").at(-1) ?? "";
  if (code !== 0 || !report.startsWith("{")) throw new Error(`wrk failed: ${stderr || stdout}`);
  return JSON.parse(report);
}

async function fetchLoad({ origin, paths, headers, body, connections, seconds }: Load): Promise<LoadResult> {
  const init = body === undefined ? { headers } : { method: "POST", headers, body };
  const latencies: number[] = [];
  let [next, failed, bytes] = [0, 0, 0];
  const start = performance.now();
  async function requestInTurn(): Promise<void> {
    while (performance.now() < start + seconds * 1000) {
      const begun = performance.now();
      try {
        const response = await fetch(origin + paths[next++ % paths.length], init);
        bytes += (await response.arrayBuffer()).byteLength;
        if (response.status >= 400) failed++;
      } catch {
        failed++;
      }
      latencies.push(performance.now() - begun);
    }
  }
  await Promise.all(Array.from({ length: connections }, requestInTurn));
  const took = (performance.now() - start) / 1000;
  const [p50 = NaN, p99 = NaN] = [0.5, 0.99].map((share) => quantile(latencies, share));
  return { perSecond: latencies.length / took, bytesPerSecond: bytes / took, p50, p99, failed };
}

/** Requests a URL on a new connection, without decoding the response. */
export async function rawAnswer(url: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
  const answer = await request(url, { headers, reset: true, headersTimeout: 10_000 });
  const fields = Object.entries(answer.headers).filter(([name]) => name !== "date" && name !== "connection");
  return {
    status: answer.statusCode,
    headers: fields.flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one])),
    body: new Uint8Array(await answer.body.arrayBuffer()),
  };
}

/** The number below which a share of the numbers lies; NaN of none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? NaN;
}
