/** Generates load with loops of `fetch`. */
export async function fetchLoad({ origin, paths, headers, body, connections, seconds }: Load): Promise<LoadResult> {
  const init = body === undefined ? { headers } : { method: "POST", headers, body };
  const latencies: number[] = [];
  let [next, failed, bytes] = [0, 0, 0];
  const start = performance.now();
  const end = start + seconds * 1000;
  async function askInTurn(): Promise<void> {
    while (performance.now() < end) {
      const asked = performance.now();
      try {
        const response = await fetch(origin + (paths[next++ % paths.length] ?? "/"), init);
        bytes += (await response.arrayBuffer()).byteLength;
        if (response.status >= 400) failed++;
      } catch {
        failed++;
      }
      latencies.push(performance.now() - asked);
    }
  }
  await Promise.all(Array.from({ length: connections }, askInTurn));
  const took = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / took,
    bytesPerSecond: bytes / took,
    p50: latencies[Math.floor(latencies.length * 0.5)] ?? NaN,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? NaN,
    failed,
  };
}

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
