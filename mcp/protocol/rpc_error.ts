import { Buffer } from "node:buffer";

/** Error codes of the endpoint itself (JSON-RPC 2.0 5.1; the last two are those of the MCP libraries). */
export const RPC_CODES = {
  notJson: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  refused: -32000,
  noSession: -32001,
} as const;

/** A JSON-RPC error object as a message. */
export function rpcError(code: number, message: string, id: MessageId = null): object {
  return { jsonrpc: "2.0", error: { code, message }, id };
}

/** Refuses a whole request with a JSON-RPC error as the body. */
export function errorResponse(
  status: number,
  code: number,
  message: string,
  options: { readonly id?: MessageId; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  const json = JSON.stringify(rpcError(code, message, options.id));
  const headers = { ...options.headers, "content-type": "application/json" };
  return new Response(json, { status, headers: { ...headers, "content-length": String(Buffer.byteLength(json)) } });
}

/** The id of a JSON-RPC message; null if it has none that a response could repeat (JSON-RPC 2.0 4). */
export type MessageId = string | number | null;

/** The id of a possible JSON-RPC message. */
export function messageId(message: unknown): MessageId {
  if (typeof message !== "object" || message === null || !("id" in message)) return null;
  const { id } = message;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
