import type { McpServices } from "../mcp/mcp_services.ts";
import type { McpEndpoint } from "../mcp/protocol/endpoint.ts";
import { StoreTroubleError } from "../domain/store/store_trouble.ts";
import type { Hub } from "../websub/hub.ts";
import type { AcceptRequest } from "../websub/request/hub_answer.ts";
import type { HubSurroundings } from "./start_hub.ts";

/**
 * Creates the hub of a service without starting it. It starts after the server, because its HTTP client takes long to
 * load.
 */
export function hubService(surroundings: HubSurroundings) {
  const started = Promise.withResolvers<Hub>();
  let hub: Hub | null = null;
  /** Accepts a subscription request, after the hub has started. Rejects while the store cannot be written. */
  const accept: AcceptRequest = async (body, clientAddress) => {
    const { trouble } = surroundings.health;
    if (trouble !== null) throw new StoreTroubleError(trouble.fault);
    return await (await started.promise).accept(body, clientAddress);
  };
  return {
    accept,
    /** Returns `Hub.publish`; null before the start. */
    publish: () => hub?.publish ?? null,
    /** See `Hub.late`; null before the start. */
    late: () => hub?.late() ?? null,
    /**
     * Starts the hub.
     * @param publishFirst Publishes the loaded revision. Requests wait for it: a subscriber to a topic without a
     * version would get content that it has just read.
     */
    start: async (publishFirst: () => Promise<void>) => {
      // Loaded on demand, after the server has started: its list of public suffixes takes 25 ms.
      const { startHub } = await import("./start_hub.ts");
      const { hub: starting, driver } = await startHub(surroundings);
      hub = starting;
      await publishFirst();
      started.resolve(hub);
      surroundings.log.info("hub started", { driver });
    },
    /** See `Hub.runDue`. Waits for the start of the hub. */
    runDue: async () => {
      const hub = await started.promise;
      // Caught here, because the host prints the stack of an error of a cron.
      await hub.runDue().catch((error) => {
        if (error instanceof StoreTroubleError) return;
        surroundings.log.error("websub work failed; it is tried again", { reason: String(error) });
      });
    },
    /** Finishes the work in progress, if the hub has started. */
    stop: async () => {
      await hub?.stop().catch((error) => {
        // The next start restores what could not be written.
        if (!(error instanceof StoreTroubleError)) throw error;
      });
    },
  };
}

/**
 * Creates the MCP endpoint of a service without loading it: its library takes as long as all other modules together.
 */
export function mcpService(services: McpServices) {
  let endpoint: McpEndpoint | null = null;
  async function load(): Promise<McpEndpoint> {
    const { buildEndpoint } = await import("../mcp/server.ts");
    return endpoint ??= buildEndpoint(services);
  }
  return {
    /** Answers a request to `/mcp`; loads the endpoint first if necessary. */
    fetch: async (...asked: Parameters<McpEndpoint["fetch"]>) => await (endpoint ?? await load()).fetch(...asked),
    load,
  };
}
