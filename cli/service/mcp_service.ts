import type { McpEndpoint } from "../../mcp/protocol/endpoint.ts";
import { DOCUMENT_RESOURCES } from "../../mcp/resources/document_resources.ts";
import type { McpSurroundings } from "./start_mcp.ts";

/** The MCP endpoint of a running service. Its library takes as long to load as all the rest: no other answer waits for it. */
export interface McpService {
  /** Answers what comes to `/mcp`; starts the endpoint if that has not happened. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly start: () => Promise<void>;
  /** Tells those who listen that the documents have changed; nobody listens before the start. */
  readonly documentsChanged: () => Promise<void>;
  /** Ends the streams of those who listen. */
  readonly stop: () => Promise<void>;
}

/** Makes the MCP endpoint of a service, not loaded yet. */
export function mcpService(surroundings: McpSurroundings): McpService {
  let starting: Promise<McpEndpoint> | null = null;
  function endpoint(): Promise<McpEndpoint> {
    return starting ??= import("./start_mcp.ts").then(({ startMcp }) => startMcp(surroundings));
  }
  return {
    fetch: async (request) => (await endpoint()).fetch(request),
    start: async () => void await endpoint(),
    documentsChanged: async () => {
      const started = await starting;
      for (const { uri } of DOCUMENT_RESOURCES) started?.resourceUpdated(uri);
    },
    stop: async () => await (await starting)?.close(),
  };
}
