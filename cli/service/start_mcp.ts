import type { Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { buildEndpoint } from "../../mcp/server.ts";
import { endedSessions, Sessions, sessionSecret } from "../../mcp/protocol/sessions.ts";
import type { McpEndpoint } from "../../mcp/protocol/endpoint.ts";
import type { Store } from "../../domain/store/store.ts";

/** Everything the MCP endpoint of a running service needs. */
export interface McpSurroundings {
  readonly kv: Store;
  readonly site: Site;
  readonly snapshot: () => Snapshot | null;
  /** Called for every unexpected error of a tool, resource or prompt. */
  readonly onError: (error: unknown) => void;
}

/** Assembles the MCP endpoint. Sessions are valid in all processes on the same store. */
export async function startMcp({ kv, site, snapshot, onError }: McpSurroundings): Promise<McpEndpoint> {
  const sessions = new Sessions({ secret: await sessionSecret(kv), ended: endedSessions(kv) });
  return buildEndpoint({ site, snapshot, onError }, sessions);
}
