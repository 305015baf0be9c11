import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Site } from "../domain/site.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";

/** Dependencies of tools, resources and prompts. */
export interface McpServices {
  readonly site: Site;
  /** The current snapshot; null before the first dataset is loaded. */
  readonly snapshot: () => Snapshot | null;
  /** Called with every unexpected error; the client only learns that there was one. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Answers a resource or prompt from the current snapshot.
 *
 * @throws {ProtocolError} While no snapshot is loaded, and, without details, for every unexpected error.
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
