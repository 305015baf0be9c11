import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type McpServer,
  type Transport,
} from "@modelcontextprotocol/server";
import { Buffer } from "node:buffer";
import { withSharedTexts } from "./answer_response.ts";
import { messageId, RPC_CODES, rpcError } from "./rpc_error.ts";

/**
 * Answers one message of a revision up to 2025-11-25.
 *
 * @param server Not connected; its connection is closed after the answer.
 * @returns A result or an error for a request; null for a notification or a response.
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

/** Transport of one exchange. Drops notifications, because the answer is one JSON document. */
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

/** Maximum number of messages in a batch. */
export const LONGEST_BATCH = 50;

const TURN_MS = 5;

/** Limits of one batch, so that one client does not delay others. */
export interface BatchLimits {
  /** Bytes of answers after which no further message runs. */
  readonly bytes: number;
  /** Milliseconds after which no further message runs. */
  readonly milliseconds: number;
  /** Milliseconds that never run backwards. */
  readonly now: () => number;
  /** Lets other requests run. */
  readonly pause: () => Promise<void>;
}

/** The limits of a running service. */
export const BATCH_LIMITS: BatchLimits = {
  bytes: 4_000_000,
  milliseconds: 2000,
  now: () => performance.now(),
  pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
};

/**
 * Answers a batch (MCP 2025-03-26, Batching; JSON-RPC 2.0 6). Each message is a separate exchange, so that none can
 * cancel another or conflict with its id. Messages beyond the limits are answered with an error.
 *
 * @returns JSON of the answers; empty if no message has one.
 */
export async function legacyBatch(
  lend: () => McpServer,
  batch: readonly unknown[],
  { bytes, milliseconds, now, pause }: BatchLimits,
): Promise<string> {
  const start = now();
  const answers: string[] = [];
  let produced = 0;
  let paused = start;
  for (const message of batch) {
    const spent = produced >= bytes
      ? `The answers to this batch have ${produced} bytes already`
      : now() - start >= milliseconds
      ? `This batch has taken ${Math.round(now() - start)} milliseconds already`
      : null;
    const answer = batchFault(message, spent) ?? await legacyExchange(lend(), message);
    if (answer === null) continue;
    const json = JSON.stringify(answer);
    produced += withSharedTexts(json).reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
    answers.push(json);
    if (now() - paused < TURN_MS) continue;
    await pause();
    paused = now();
  }
  return answers.length === 0 ? "" : `[${answers.join(",")}]`;
}

/** Returns the error of a request that a batch may not contain, or that exceeds its limits; null if it may run. */
function batchFault(message: unknown, spent: string | null): object | null {
  if (!isJSONRPCRequest(message)) return null;
  if (message.method === "initialize") {
    return rpcError(RPC_CODES.invalidRequest, "A batch may not hold initialize; send it alone.", messageId(message));
  }
  if (spent === null) return null;
  return rpcError(RPC_CODES.refused, `${spent}, so this message was not run: send it in another request.`, message.id);
}
