import { startService } from "../servers/service_process.ts";
import type { BenchContext } from "./bench_context.ts";
import type { BenchRow } from "./bench_row.ts";
import { compare } from "./compare.ts";

/**
 * Measures what bounds and deadlines of connections cost: the service beside itself on a plain `Deno.serve`, as on Deno
 * Deploy, on open connections and with a new connection for each request.
 */
export async function measureConnections(context: BenchContext): Promise<readonly BenchRow[]> {
  const store = await context.store(1000);
  const bounded = await startService(context.processes, store);
  const plain = await startService(context.processes, store, { DENO_DEPLOYMENT_ID: "bench" });
  const encoding = { "accept-encoding": "br" };
  const closing = { ...encoding, connection: "close" };
  const rows: BenchRow[] = [];
  for (
    const [what, headers] of [
      ["open connections, /reviews.json, br", encoding],
      // fetch does not let its callers choose this header.
      ...context.load.name === "wrk" ? [["a connection a request, /reviews.json, br", closing] as const] : [],
    ] as const
  ) {
    const servers = { service: bounded.origin, baseline: plain.origin, baselineName: "without bounds" };
    rows.push(await compare(context, { what, ...servers, paths: ["/reviews.json"], headers, goal: null }));
  }
  for (const { child } of [bounded, plain]) await context.processes.stop(child);
  return rows;
}
