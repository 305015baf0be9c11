import type { Site } from "../domain/site.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import { type McpEndpoint, mcpEndpoint } from "../mcp/protocol/endpoint.ts";
import { Sessions } from "../mcp/protocol/sessions.ts";
import { buildMcpServer } from "../mcp/server.ts";

/** The real endpoint on some data, with sessions that no other process takes and whose ends are forgotten. */
export function exampleMcp(site: Site, snapshot: () => Snapshot | null): McpEndpoint {
  const sessions = new Sessions({
    secret: crypto.getRandomValues(new Uint8Array(32)),
    ended: { end: () => Promise.resolve(), hasEnded: () => Promise.resolve(false) },
  });
  return mcpEndpoint({ build: (life) => buildMcpServer({ site, snapshot }, life), sessions, site });
}
