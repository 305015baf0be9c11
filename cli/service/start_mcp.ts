import type { Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { endedSessions } from "../../mcp/protocol/ended_sessions.ts";
import { type McpEndpoint, mcpEndpoint } from "../../mcp/protocol/endpoint.ts";
import { sessionSecret } from "../../mcp/protocol/session_secret.ts";
import { Sessions } from "../../mcp/protocol/sessions.ts";
import { buildMcpServer } from "../../mcp/server.ts";

/** What the MCP endpoint of a running service is given. */
export interface McpSurroundings {
  readonly kv: Deno.Kv;
  readonly site: Site;
  readonly snapshot: () => Snapshot | null;
  /** Told of every error that a tool, resource or prompt did not expect. */
  readonly onError: (error: unknown) => void;
}

/** Puts the MCP endpoint together. Its sessions go on in every process on the same store. */
export async function startMcp({ kv, site, snapshot, onError }: McpSurroundings): Promise<McpEndpoint> {
  const sessions = new Sessions({ secret: await sessionSecret(kv), ended: endedSessions(kv) });
  return mcpEndpoint({ build: (life) => buildMcpServer({ site, snapshot, onError }, life), sessions, site });
}
