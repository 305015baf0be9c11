import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { errorResponse, messageId, RPC_CODES, rpcError } from "./rpc_error.ts";

const LONGEST_BATCH = 50;
// The endpoint has validated the real request; the transport requires both types in Accept.
const REQUEST = new Request("http://mcp.invalid/mcp", {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
});

/**
 * Answers one message of a revision up to 2025-11-25: JSON with result or error for a request, an empty 202 for
 * anything else.
 *
 * @param server Not connected; its connection is closed after the response.
 */
export async function legacyExchange(server: McpServer, message: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(REQUEST, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/**
 * Answers a batch (MCP 2025-03-26, Batching; JSON-RPC 2.0 6). Each message is a separate exchange, so that none can
 * cancel another or conflict with its id.
 */
export async function legacyBatch(lend: () => McpServer, batch: readonly unknown[]): Promise<Response> {
  if (batch.length === 0 || batch.length > LONGEST_BATCH) {
    const message = `A batch has 1 to ${LONGEST_BATCH} messages, not ${batch.length}.`;
    return errorResponse(400, RPC_CODES.invalidRequest, message);
  }
  const answers: unknown[] = [];
  for (const message of batch) {
    const fault = batchFault(message);
    if (fault !== null) {
      answers.push(rpcError(RPC_CODES.invalidRequest, fault, messageId(message)));
      continue;
    }
    const answer = await legacyExchange(lend(), message);
    if (answer.body !== null) answers.push(await answer.json());
  }
  return answers.length === 0 ? new Response(null, { status: 202 }) : Response.json(answers);
}

function batchFault(message: unknown): string | null {
  if (isJSONRPCNotification(message) || isJSONRPCResponse(message)) return null;
  if (!isJSONRPCRequest(message)) return "This is not a JSON-RPC message.";
  return message.method === "initialize" ? "A batch may not hold initialize; send it alone." : null;
}
