import { startMcp } from "../../cli/service/start_mcp.ts";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { datasetSnapshot } from "../../domain/snapshot/dataset_snapshot.ts";
import { type Life, mcpBody, mcpHeaders } from "../load/mcp_message.ts";

/** Memory growth after many requests. */
export interface McpMemoryReport {
  /** Number of requests per phase. */
  readonly count: number;
  readonly phases: readonly {
    readonly what: string;
    /** Growth of the heap after garbage collection. */
    readonly heapMebibytes: number;
    /** Growth of the process's resident size. */
    readonly residentMebibytes: number;
  }[];
}

const COUNT = 20_000;
const WARM_UP = 500;
const URL_OF_ENDPOINT = "http://localhost:8000/mcp";
const MEBIBYTE = 1024 * 1024;

const site = { baseUrl: "http://localhost:8000" };
const snapshot = datasetSnapshot(sampleDataset(), site, { at: "2026-11-20T09:15:00Z", revision: "bench" });
const kv = await Deno.openKv(":memory:");
const failed = (error: unknown) => {
  throw error;
};
const endpoint = await startMcp({ kv, site, snapshot: () => snapshot, onError: failed });

async function send(headers: Readonly<Record<string, string>>, body: string): Promise<Headers> {
  const answer = await endpoint.fetch(new Request(URL_OF_ENDPOINT, { method: "POST", headers, body }));
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${body.slice(0, 100)} was answered ${answer.status}.`);
  return answer.headers;
}

async function begin(): Promise<string> {
  const clientInfo = { name: "bench", version: "1.0.0" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const headers = await send(mcpHeaders("legacy", "initialize"), mcpBody("legacy", "initialize", params));
  const session = headers.get("mcp-session-id") ?? "";
  const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
  await send(mcpHeaders("legacy", "notifications/initialized", {}, session), body);
  return session;
}

const session = await begin();

async function call(at: number): Promise<void> {
  const life: Life = at % 2 === 0 ? "legacy" : "modern";
  const params = { name: "search_reviews", arguments: { query: "the", limit: 20 } };
  const headers = mcpHeaders(life, "tools/call", { "mcp-name": params.name }, session);
  await send(headers, mcpBody(life, "tools/call", params));
}

async function memory(): Promise<{ readonly heap: number; readonly resident: number }> {
  // Finalizers and timers release memory only in a later turn of the event loop.
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    (globalThis as { gc?: () => void }).gc?.();
  }
  const { heapUsed, rss } = Deno.memoryUsage();
  return { heap: heapUsed / MEBIBYTE, resident: rss / MEBIBYTE };
}

const phases: McpMemoryReport["phases"][number][] = [];
const work: Readonly<Record<string, (at: number) => Promise<unknown>>> = {
  "calls of search_reviews": call,
  "sessions begun": begin,
};
for (const [what, one] of Object.entries(work)) {
  for (let at = 0; at < WARM_UP; at++) await one(at);
  const before = await memory();
  for (let at = 0; at < COUNT; at++) await one(at);
  const after = await memory();
  phases.push({
    what,
    heapMebibytes: after.heap - before.heap,
    residentMebibytes: after.resident - before.resident,
  });
}
await endpoint.close();
kv.close();
const report: McpMemoryReport = { count: COUNT, phases };
Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(report)));
