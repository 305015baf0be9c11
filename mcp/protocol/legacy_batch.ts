import { Buffer } from "node:buffer";
import { isJSONRPCRequest, type McpServer } from "@modelcontextprotocol/server";
import { legacyExchange } from "./legacy_exchange.ts";
import { messageId, RPC_CODES, rpcError } from "./rpc_error.ts";
import { withSharedTexts } from "./shared_texts.ts";

/** The most messages of a batch. */
export const LONGEST_BATCH = 50;

const TURN_MS = 5;

/** What the answers to one batch may take together, so that one client keeps no other waiting. */
export interface BatchLimits {
  /** Bytes of the answers; a message is no longer run once so many were produced. */
  readonly bytes: number;
  /** Milliseconds; a message is no longer run once so many have passed. */
  readonly milliseconds: number;
  /** Milliseconds that never run backwards. */
  readonly now: () => number;
  /** Lets other requests have their turn. */
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
 * cancel another or conflict with its id. Once the limits are reached, the messages that are left are answered with an
 * error.
 *
 * @returns The JSON of the answers; empty if no message has one.
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
    const fault = batchFault(message);
    const spent = produced >= bytes
      ? `The answers to this batch have ${produced} bytes already`
      : now() - start >= milliseconds
      ? `This batch has taken ${Math.round(now() - start)} milliseconds already`
      : null;
    const answer = fault !== null
      ? rpcError(RPC_CODES.invalidRequest, fault, messageId(message))
      : spent === null || !isJSONRPCRequest(message)
      ? await legacyExchange(lend(), message)
      : rpcError(RPC_CODES.refused, `${spent}, so this message was not run: send it in another request.`, message.id);
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

function batchFault(message: unknown): string | null {
  if (!isJSONRPCRequest(message) || message.method !== "initialize") return null;
  return "A batch may not hold initialize; send it alone.";
}
