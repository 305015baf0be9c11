import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { acceptedCodings } from "../domain/documents/content_negotiation.ts";
import { MCP_RESPONSES, McpMessage } from "../openapi/mcp_operations.ts";
import { compress } from "./answer/compress.ts";
import { publicHeaders } from "./answer/cors.ts";
import { PROTOCOL_VERSIONS } from "./discovery/server_card.ts";
import { clientAddress } from "./request/client_address.ts";
import { noteSubject } from "./request/request_log.ts";
import type { Services } from "./services.ts";

const PATH = "/mcp";

function header(name: string, required: boolean, description: string, values: { enum?: string[] } = {}) {
  return { name, in: "header" as const, required, description, schema: { type: "string" as const, ...values } };
}

const post = createRoute({
  method: "post",
  path: PATH,
  operationId: "sendMcpMessage",
  tags: ["MCP"],
  summary: "Send a message of the Model Context Protocol",
  description: "For assistants and their clients. Revisions 2024-10-07 to 2025-11-25 begin with `initialize`, " +
    "2026-07-28 does without. Each message is answered by itself, so `tools/call` works right away. If a client's " +
    "network has too many unfinished bodies, the newest gets a 429 with `Retry-After` and a JSON-RPC error.",
  parameters: [
    header(
      "Mcp-Session-Id",
      false,
      "What `initialize` was answered with; not needed, as nothing is kept of a session.",
    ),
    header(
      "MCP-Protocol-Version",
      false,
      "The revision that was agreed on. Any message is taken without it. With 2026-07-28 come further " +
        "headers and members, which no schema can say: without them the answer is a 400.",
      { enum: PROTOCOL_VERSIONS },
    ),
  ],
  request: { body: { required: true, content: { "application/json": { schema: McpMessage } } } },
  responses: MCP_RESPONSES,
});

/**
 * Registers POST `/mcp`, and the same at `/mcp/`, which many people type. The endpoint parses requests itself, because
 * errors have to be JSON-RPC.
 */
export function registerMcp(app: OpenAPIHono, services: Services): void {
  app.openAPIRegistry.registerPath(post);
  app.on("POST", [PATH, `${PATH}/`], async ({ req: { raw: request }, env }) => {
    const network = services.clientNetwork(clientAddress(request, env, services.isTrustedProxy));
    const answer = await services.mcp(request, network, (subject) => noteSubject(request, subject));
    return inPublic(await compressJson(request, answer));
  });
}

function inPublic(answer: Response): Response {
  const { headers } = answer;
  for (const [name, value] of publicHeaders()) headers.set(name, value);
  headers.set("cache-control", "no-store");
  return answer;
}

// Shorter answers fit into one packet uncompressed.
const COMPRESS_FROM_BYTES = 1024;
// Longer answers are documents, which GET serves precompressed; compressing them for each request would hold up others.
const COMPRESS_TO_BYTES = 262_144;

async function compressJson(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  const length = Number(headers.get("content-length") ?? 0);
  if (headers.get("content-type") !== "application/json" || length < COMPRESS_FROM_BYTES) return response;
  headers.set("vary", "Accept-Encoding");
  const [coding] = acceptedCodings(request.headers.get("accept-encoding")).ofMade;
  if (coding === undefined || coding === "identity" || length > COMPRESS_TO_BYTES) return response;
  const bytes = compress(new Uint8Array(await response.arrayBuffer()), coding);
  headers.set("content-encoding", coding);
  headers.set("content-length", String(bytes.length));
  return new Response(bytes, { status, headers });
}
