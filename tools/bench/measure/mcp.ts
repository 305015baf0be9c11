import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { datasetSnapshot } from "../../../domain/snapshot/dataset_snapshot.ts";
import { buildEndpoint } from "../../../mcp/server.ts";
import { pause, runFunction } from "../processes.ts";
import { compareWithHono } from "../compare.ts";
import { memoryInUse } from "../hub/bench_hub.ts";
import { rawAnswer } from "../load/load.ts";
import { type BenchContext, type BenchRow, count, plainRow } from "../rows.ts";
import { startService } from "../servers/service_process.ts";

/** Era of the protocol: `legacy` has sessions; `modern`, i.e. revision 2026-07-28, has none. */
type Life = "legacy" | "modern";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const CONTENT = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** Message as clients of an era POST it. */
interface McpMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Message that begins a session. */
const INITIALIZE: McpMessage = {
  headers: CONTENT,
  body: request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1.0.0" },
  }),
};

/** Returns a tool call; in the legacy era it is part of a session. */
function toolCall(life: Life, name: string, args: object, session: string): McpMessage {
  const params = { name, arguments: args };
  if (life === "legacy") return { headers: inSession(session), body: request("tools/call", params) };
  const repeated = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name };
  return { headers: { ...CONTENT, ...repeated }, body: request("tools/call", { ...params, _meta: META }) };
}

/** Returns the headers of a message within a session. */
function inSession(session: string): McpMessage["headers"] {
  return { ...CONTENT, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" };
}

function request(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

const GOAL = 0.12;
const GOAL_MEBIBYTES = 20;
const QUERY = { query: "the", limit: 20 };
const REQUESTS = 20_000;
const WARM_UP = 500;
const MEBIBYTE = 1024 * 1024;

/**
 * Compares calls of search_reviews in both eras of the protocol with a plain Hono route that serialises the same 20
 * reviews, and measures the memory that remains after calls and sessions.
 */
export async function measureMcp(context: BenchContext): Promise<readonly BenchRow[]> {
  const { origin: service, child } = await startService(context.processes, await context.store(1000));
  const answer = await rawAnswer(`${service}/api/reviews/search?query=the&limit=20`);
  const begun = await fetch(`${service}/mcp`, { method: "POST", ...INITIALIZE });
  await begun.body?.cancel();
  const rows: BenchRow[] = [];
  for (const life of ["legacy", "modern"] as const) {
    const message = toolCall(life, "search_reviews", QUERY, begun.headers.get("mcp-session-id") ?? "");
    await assertSame(service, message, answer.body);
    const what = `search_reviews of 1,000 reviews, ${life === "legacy" ? "in a session" : "revision 2026-07-28"}`;
    const comparison = { what, service, paths: ["/mcp"], ...message, goal: GOAL };
    rows.push(await compareWithHono({ ...context, rounds: 3, seconds: 1 }, comparison, answer));
  }
  await context.processes.stop(child);
  const phases = await runFunction(context.processes, import.meta.url, growth, [], { v8Flags: ["--expose-gc"] });
  for (const { what, grown } of phases) {
    const name = `heap growth after ${count(REQUESTS)} ${what}`;
    rows.push(plainRow(name, `${grown.toFixed(1)} MiB`, `< ${GOAL_MEBIBYTES} MiB`, grown < GOAL_MEBIBYTES));
  }
  return rows;
}

async function assertSame(origin: string, message: McpMessage, expected: Uint8Array): Promise<void> {
  const answer = await fetch(`${origin}/mcp`, { method: "POST", ...message });
  const { untrusted: _, ...found } = (await answer.json()).result?.structuredContent ?? {};
  if (JSON.stringify(found) !== JSON.stringify(JSON.parse(new TextDecoder().decode(expected)))) {
    throw new Error(`search_reviews does not answer what the route answers: ${JSON.stringify(found).slice(0, 200)}`);
  }
}

/** Measures the heap growth after many requests, in MiB, in a separate process. */
export async function growth() {
  const site = { baseUrl: "http://localhost:8000" };
  const snapshot = datasetSnapshot(sampleDataset(), site, { at: "2026-11-20T09:15:00Z", revision: "bench" });
  const onError = (error: unknown) => {
    throw error;
  };
  const endpoint = buildEndpoint({ site, snapshot: () => snapshot, onError });

  async function send({ headers, body }: McpMessage): Promise<Headers> {
    const answer = await endpoint.fetch(new Request(`${site.baseUrl}/mcp`, { method: "POST", headers, body }));
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${body.slice(0, 100)} was answered ${answer.status}.`);
    return answer.headers;
  }
  async function begin(): Promise<string> {
    const session = (await send(INITIALIZE)).get("mcp-session-id") ?? "";
    const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    await send({ headers: inSession(session), body });
    return session;
  }
  const session = await begin();
  const call = (at: number) => send(toolCall(at % 2 === 0 ? "legacy" : "modern", "search_reviews", QUERY, session));

  const phases: { readonly what: string; readonly grown: number }[] = [];
  for (const [what, request] of [["calls of search_reviews", call], ["sessions begun", begin]] as const) {
    for (let at = 0; at < WARM_UP; at++) await request(at);
    const before = await heap();
    for (let at = 0; at < REQUESTS; at++) await request(at);
    phases.push({ what, grown: await heap() - before });
  }
  return phases;
}

/** Returns the used heap after garbage collection, in MiB. */
async function heap(): Promise<number> {
  // Several rounds, because finalizers and timers release memory only in later turns of the event loop.
  for (let round = 0; round < 3; round++) {
    memoryInUse();
    await pause(20);
  }
  return memoryInUse().heapUsed / MEBIBYTE;
}
