import type { McpCaller, McpEndpoint } from "../../mcp/protocol/endpoint.ts";
import { DOCUMENT_RESOURCES } from "../../mcp/resources/document_resources.ts";
import type { McpSurroundings } from "./start_mcp.ts";

/** The MCP endpoint of a running service, loaded on demand: its library takes as long to load as everything else. */
export interface McpService {
  /** Answers a request to `/mcp`; loads the endpoint first if necessary. */
  readonly fetch: (request: Request, caller?: McpCaller) => Promise<Response>;
  readonly start: () => Promise<void>;
  /** Notifies subscribed clients that the documents have changed; does nothing before the start. */
  readonly documentsChanged: () => Promise<void>;
  /** Closes the streams of subscribed clients. */
  readonly stop: () => Promise<void>;
}

/** Creates the MCP endpoint of a service without loading it. */
export function mcpService(surroundings: McpSurroundings): McpService {
  let starting: Promise<McpEndpoint> | null = null;
  function endpoint(): Promise<McpEndpoint> {
    starting ??= import("./start_mcp.ts").then(({ startMcp }) => startMcp(surroundings)).catch((error) => {
      // The next request begins anew.
      starting = null;
      throw error;
    });
    return starting;
  }
  return {
    fetch: async (request, caller) => (await endpoint()).fetch(request, caller),
    start: async () => void await endpoint(),
    documentsChanged: async () => {
      const started = await starting;
      for (const { uri } of DOCUMENT_RESOURCES) started?.resourceUpdated(uri);
    },
    stop: async () => await (await starting)?.close(),
  };
}
