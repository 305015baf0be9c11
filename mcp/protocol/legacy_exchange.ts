import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type McpServer,
  type Transport,
} from "@modelcontextprotocol/server";
import { messageId, RPC_CODES, rpcError } from "./rpc_error.ts";

/**
 * Answers one message of a revision up to 2025-11-25.
 *
 * @param server Not connected; its connection is closed after the answer.
 * @returns A result or an error for a request; null for what is not answered, a notification or a response.
 */
export async function legacyExchange(server: McpServer, message: unknown): Promise<object | null> {
  const isRequest = isJSONRPCRequest(message);
  if (!isRequest && !isJSONRPCNotification(message) && !isJSONRPCResponse(message)) {
    return rpcError(RPC_CODES.invalidRequest, "This is not a JSON-RPC message.", messageId(message));
  }
  const transport = new OneExchange();
  await server.connect(transport);
  try {
    transport.onmessage?.(message);
    return isRequest ? await transport.answer : null;
  } finally {
    await server.close();
  }
}

/** The transport of one exchange. Notifications on the way are dropped, as the answer is one JSON document. */
class OneExchange implements Transport {
  onclose?: () => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #answer = Promise.withResolvers<object>();

  get answer(): Promise<object> {
    return this.#answer.promise;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResponse(message)) this.#answer.resolve(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }
}
