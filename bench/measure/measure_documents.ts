import { type RawAnswer, rawAnswer } from "../load/raw_answer.ts";
import { startBaseline } from "../servers/baseline_process.ts";
import { startService } from "../servers/service_process.ts";
import type { BenchContext } from "./bench_context.ts";
import type { BenchRow } from "./bench_row.ts";
import { compare } from "./compare.ts";

/** A request and its expected status. */
export interface DocumentRequest {
  readonly what: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
}

const GOAL = 0.85;
const DOCUMENTS: readonly DocumentRequest[] = [
  { what: "/reviews.json, br", path: "/reviews.json", headers: { "accept-encoding": "br" }, status: 200 },
  { what: "/feed.xml, gzip", path: "/feed.xml", headers: { "accept-encoding": "gzip" }, status: 200 },
  { what: "/api/feed.json, gzip", path: "/api/feed.json", headers: { "accept-encoding": "gzip" }, status: 200 },
];

/** Compares compressed documents with a bare server that sends the same bytes and headers. */
export async function measureDocuments(context: BenchContext): Promise<readonly BenchRow[]> {
  const service = await startService(context.processes, await context.store(1000));
  const rows: BenchRow[] = [];
  for (const request of DOCUMENTS) rows.push(await compareWithBare(context, service.origin, request));
  await context.processes.stop(service.child);
  return rows;
}

/** Compares 304 responses with a bare server that sends the same headers. */
export async function measureNotModified(context: BenchContext): Promise<readonly BenchRow[]> {
  const service = await startService(context.processes, await context.store(1000));
  const { headers } = await rawAnswer(`${service.origin}/reviews.json`, { "accept-encoding": "br" });
  const entityTag = headers.find(([name]) => name === "etag")?.[1] ?? "";
  const row = await compareWithBare(context, service.origin, {
    what: "/reviews.json, 304",
    path: "/reviews.json",
    headers: { "accept-encoding": "br", "if-none-match": entityTag },
    status: 304,
  });
  await context.processes.stop(service.child);
  return [row];
}

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

/** Compares an answer with a bare server that sends the same bytes and headers. */
export async function compareWithBare(
  context: BenchContext,
  service: string,
  { what, path, headers, status }: DocumentRequest,
): Promise<BenchRow> {
  const answer = await rawAnswer(service + path, headers);
  if (answer.status !== status) throw new Error(`${what}: the service answered ${answer.status}, not ${status}.`);
  const bare = await startBaseline(context, "bare_server.ts", answer);
  const same = await rawAnswer(bare.origin + path, headers);
  if (canonical(same) !== canonical(answer)) throw new Error(`${what}: the bare server does not answer the same.`);
  const size = status === 304 ? "" : ` (${(answer.body.length / 1000).toFixed(1)} kB)`;
  const row = await compare(context, {
    what: what + size,
    service,
    baseline: bare.origin,
    baselineName: "bare",
    paths: [path],
    headers,
    goal: GOAL,
  });
  await context.processes.stop(bare.child);
  return row;
}

function canonical({ status, headers, body }: RawAnswer): string {
  return JSON.stringify([status, headers.map((field) => field.join(": ")).sort(), [...body]]);
}
