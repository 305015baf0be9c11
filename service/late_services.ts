import type { McpServices } from "../mcp/mcp_services.ts";
import type { McpEndpoint } from "../mcp/protocol/endpoint.ts";
import type { Representation } from "../domain/documents/representation.ts";
import { userAgent } from "../domain/service.ts";
import type { Site, TopicPath } from "../domain/site.ts";
import type { Store } from "../domain/store/store.ts";
import { type StoreHealth, StoreTroubleError } from "../domain/store/store_trouble.ts";
import type { ProcessLocks } from "../websub/heartbeat.ts";
import type { Hub } from "../websub/hub.ts";
import type { HubRecord } from "../websub/hub_log.ts";
import type { AcceptRequest } from "../websub/request/hub_answer.ts";
import type { HubConfiguration } from "./hub_configuration.ts";
import type { Log } from "./log.ts";
import { repeatedFault } from "./repeated_fault.ts";

interface HubSurroundings {
  readonly kv: Store;
  readonly health: StoreHealth;
  readonly site: Site;
  readonly configuration: HubConfiguration;
  /** Additional root certificates for callbacks, as PEM. */
  readonly caCertificates: readonly string[];
  /** Locks of the processes on this store; null if it has none. */
  readonly locks: ProcessLocks | null;
  readonly representation: (path: TopicPath) => Representation | null;
  readonly log: Log;
  /** Called with each record that the hub logs. */
  readonly onEvent: (record: HubRecord) => void;
}

/**
 * Creates the hub of a service without starting it. It starts after the server, because its HTTP client takes long to
 * load.
 */
export function hubService(
  { kv, health, site, configuration, caCertificates, locks, representation, log, onEvent }: HubSurroundings,
) {
  const { settings, driver, keptConnections } = configuration;
  const started = Promise.withResolvers<Hub>();
  let hub: Hub | null = null;
  /** Accepts a subscription request, after the hub has started. Rejects while the store cannot be written. */
  const accept: AcceptRequest = async (body, clientAddress) => {
    if (health.trouble !== null) throw new StoreTroubleError(health.trouble.fault);
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
      // Loaded on demand, after the server has started: the list of public suffixes takes 25 ms, and the HTTP library
      // half as long as all other modules.
      const { createHub } = await import("../websub/hub.ts");
      const { chooseScheduler } = await import("../websub/schedule/choose_scheduler.ts");
      const { outboundClient } = await import("../outbound/outbound_client.ts");
      const client = outboundClient({
        allowCidrs: settings.allowCidrs,
        caCertificates,
        timeoutMilliseconds: settings.attemptTimeoutSeconds * 1000,
        keptConnections,
        userAgent: userAgent(site),
      });
      const clock = { now: Date.now };
      const fault = repeatedFault(
        (error, times) => log.error("websub work failed; it is tried again", { reason: String(error), times }),
        clock.now,
      );
      // Trouble of the store is logged by `storeWatch`.
      const onError = (error: unknown) => error instanceof StoreTroubleError || fault.happened(error);
      const scheduler = chooseScheduler(kv, clock, driver, onError);
      const record = (one: HubRecord) => {
        onEvent(one);
        const { event, ...fields } = one;
        log[fields["is_late"] === true ? "warn" : "info"](`websub ${event}`, fields);
      };
      const parts = { kv, clock, settings, scheduler, client, site, locks, representation, record, onError };
      const starting = createHub(parts);
      starting.start();
      health.watch((trouble) => {
        // Work that was abandoned meanwhile has no job.
        if (trouble === null) void starting.scanDue().then(() => scheduler.runDue()).catch(onError);
      });
      hub = starting;
      await publishFirst();
      started.resolve(hub);
      log.info("hub started", { driver: scheduler.name });
    },
    /** See `Hub.runDue`. Waits for the start of the hub. */
    runDue: async () => {
      const hub = await started.promise;
      // Caught here, because the host prints the stack of an error of a cron.
      await hub.runDue().catch((error) => {
        if (error instanceof StoreTroubleError) return;
        log.error("websub work failed; it is tried again", { reason: String(error) });
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
