/** Puts a load on a server with loops of `fetch`. */
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

/** What to ask of a server, and for how long. */
export interface Load {
  readonly origin: string;
  /** Paths with their queries, asked for in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** JSON to POST; without it, the paths are asked for with GET. */
  readonly body?: string;
  /** How many requests are under way at any time. */
  readonly connections: number;
  readonly seconds: number;
}

/** What a server did under a load. */
export interface LoadResult {
  readonly perSecond: number;
  readonly bytesPerSecond: number;
  /** Median latency in milliseconds. */
  readonly p50: number;
  /** Latency that one answer in a hundred exceeds, in milliseconds. */
  readonly p99: number;
  /** Answers of 400 and above, and requests without an answer. */
  readonly failed: number;
}
