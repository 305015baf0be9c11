import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import type { McpServices } from "./mcp_services.ts";

/**
 * Answers a resource or prompt from the current snapshot. Throws a `ProtocolError` while none is loaded, and one
 * without details for every unexpected error.
 */
export function withCurrentSnapshot<Answer>(
  { snapshot, onError }: McpServices,
  answer: (snapshot: Snapshot) => Answer,
): Answer {
  try {
    const current = snapshot();
    if (current !== null) return answer(current);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    onError?.(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, "The service failed; the operator's log says why.");
  }
  throw new ProtocolError(ProtocolErrorCode.InternalError, "The dataset is still loading; try again in a second.");
}
