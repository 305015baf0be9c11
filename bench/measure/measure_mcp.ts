import { fileURLToPath } from "node:url";
import { mcpBody, mcpHeaders } from "../load/mcp_message.ts";
import { rawAnswer } from "../load/raw_answer.ts";
import { startBaseline } from "../servers/baseline_process.ts";
import { startService } from "../servers/service_process.ts";
import type { BenchContext } from "./bench_context.ts";
import { type BenchRow, plainRow } from "./bench_row.ts";
import { compare } from "./compare.ts";
import type { McpMemoryReport } from "./mcp_memory_process.ts";

const GOAL = 0.12;
const GOAL_MEBIBYTES = 20;
const QUERY = { query: "the", limit: 20 };
const MEMORY_SCRIPT = fileURLToPath(new URL("mcp_memory_process.ts", import.meta.url));

/**
 * Compares calls of search_reviews in both eras of the protocol with a plain Hono route that serialises the same 20
 * reviews, and measures the memory that remains after calls and sessions.
 */
export async function measureMcp(context: BenchContext): Promise<readonly BenchRow[]> {
  const service = await startService(context.processes, await context.store(1000));
  const answer = await rawAnswer(`${service.origin}/api/reviews/search?query=the&limit=20`, {});
  const hono = await startBaseline(context, "hono_server.ts", answer);
  const session = await beginSession(service.origin);
  const rows: BenchRow[] = [];
  for (const life of ["legacy", "modern"] as const) {
    const body = mcpBody(life, "tools/call", { name: "search_reviews", arguments: QUERY });
    const headers = mcpHeaders(life, "tools/call", { "mcp-name": "search_reviews" }, session);
    await assertSame(service.origin, headers, body, answer.body);
    rows.push(
      await compare({ ...context, rounds: 3, seconds: 1 }, {
        what: `search_reviews of 1,000 reviews, ${life === "legacy" ? "in a session" : "revision 2026-07-28"}`,
        service: service.origin,
        baseline: hono.origin,
        baselineName: "Hono c.json",
        paths: ["/mcp"],
        headers,
        body,
        goal: GOAL,
      }),
    );
  }
  await Promise.all([service.child, hono.child].map((child) => context.processes.stop(child)));
  return [...rows, ...await memoryRows(context)];
}

async function beginSession(origin: string): Promise<string> {
  const clientInfo = { name: "bench", version: "1.0.0" };
  const body = mcpBody("legacy", "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  const answer = await fetch(`${origin}/mcp`, { method: "POST", headers: mcpHeaders("legacy", "initialize"), body });
  await answer.body?.cancel();
  return answer.headers.get("mcp-session-id") ?? "";
}

async function assertSame(
  origin: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  expected: Uint8Array,
): Promise<void> {
  const answer = await fetch(`${origin}/mcp`, { method: "POST", headers, body });
  const { untrusted: _, ...found } = (await answer.json()).result?.structuredContent ?? {};
  if (JSON.stringify(found) !== JSON.stringify(JSON.parse(new TextDecoder().decode(expected)))) {
    throw new Error(`search_reviews does not answer what the route answers: ${JSON.stringify(found).slice(0, 200)}`);
  }
}

async function memoryRows({ processes }: BenchContext): Promise<readonly BenchRow[]> {
  const { code, stdout, stderr } = await processes.run(Deno.execPath(), [
    "run",
    "-q",
    "--no-prompt",
    "--v8-flags=--expose-gc",
    MEMORY_SCRIPT,
  ]);
  if (code !== 0) throw new Error(`The memory could not be measured: ${stderr}`);
  const report: McpMemoryReport = JSON.parse(stdout);
  return report.phases.map(({ what, heapMebibytes, residentMebibytes }) =>
    plainRow(
      `memory after ${report.count.toLocaleString("en")} ${what}`,
      `heap ${signed(heapMebibytes)} MiB, process ${signed(residentMebibytes)} MiB`,
      { text: `heap < +${GOAL_MEBIBYTES} MiB`, reached: heapMebibytes < GOAL_MEBIBYTES },
    )
  );
}

function signed(mebibytes: number): string {
  return (mebibytes < 0 ? "" : "+") + mebibytes.toFixed(1);
}
