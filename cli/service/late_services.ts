import type { McpCaller, McpEndpoint } from "../../mcp/protocol/endpoint.ts";
import { DOCUMENT_RESOURCES } from "../../mcp/document_resources.ts";
import { StoreTroubleError } from "../../domain/store/store_trouble.ts";
import type { Hub } from "../../websub/hub.ts";
import type { AcceptRequest } from "../../websub/request/hub_answer.ts";
import type { HubSurroundings } from "./start_hub.ts";
import type { McpSurroundings } from "./start_mcp.ts";

/** The hub of a running service. It starts after the server, because its HTTP client takes long to load. */
export interface HubService {
  /** Accepts a subscription request, after the hub has started. Rejects while the store cannot be written. */
  readonly accept: AcceptRequest;
  /** See `Hub.publish`; null before the start. */
  readonly publish: () => Hub["publish"] | null;
  /**
   * Starts the hub.
   *
   * @param publishFirst Publishes the loaded revision. Requests wait for it: a subscriber to a topic without a version
   * would be sent content that it has just read.
   */
  readonly start: (publishFirst: () => Promise<void>) => Promise<void>;
  /** See `Hub.late`; null before the start. */
  readonly late: Hub["late"];
  /** See `Hub.runDue`. Waits for the start of the hub. */
  readonly runDue: () => Promise<void>;
  /** Finishes the work in progress, if the hub has started. */
  readonly stop: () => Promise<void>;
}

/** Creates the hub of a service without starting it. */
export function hubService(surroundings: HubSurroundings): HubService {
  const started = Promise.withResolvers<Hub>();
  let hub: Hub | null = null;
  return {
    accept: async (body, clientAddress) => {
      const { trouble } = surroundings.health;
      if (trouble !== null) throw new StoreTroubleError(trouble.fault);
      return await (await started.promise).accept(body, clientAddress);
    },
    publish: () => hub?.publish ?? null,
    start: async (publishFirst) => {
      // Loaded on demand, after the server has started: its list of public suffixes takes 25 ms.
      const { startHub } = await import("./start_hub.ts");
      const { hub: starting, driver } = await startHub(surroundings);
      hub = starting;
      await publishFirst();
      started.resolve(hub);
      surroundings.log.info("hub started", { driver });
    },
    late: () => hub?.late() ?? null,
    runDue: async () => {
      const hub = await started.promise;
      // Caught here, because the host prints the stack of an error of a cron.
      await hub.runDue().catch((error) => {
        if (error instanceof StoreTroubleError) return;
        surroundings.log.error("websub work failed; it is tried again", { reason: String(error) });
      });
    },
    stop: async () => {
      await hub?.stop().catch((error) => {
        // The next start restores what could not be written.
        if (!(error instanceof StoreTroubleError)) throw error;
      });
    },
  };
}

/** The MCP endpoint of a running service. Loaded on demand: its library takes as long as all other modules together. */
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
      // The next request tries again.
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
