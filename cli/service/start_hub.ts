import type { Representation } from "../../domain/documents/representation.ts";
import { userAgent } from "../../domain/service.ts";
import type { StoreHealth } from "../../domain/store/store_health.ts";
import { StoreTroubleError } from "../../domain/store/store_trouble.ts";
import type { Site, TopicPath } from "../../domain/site.ts";
import { createHub, type Hub } from "../../websub/hub.ts";
import type { HubRecord } from "../../websub/hub_log.ts";
import type { OutboundClient } from "../../outbound/outbound_client.ts";
import { chooseScheduler } from "../../websub/schedule/choose_scheduler.ts";
import type { HubConfiguration } from "./hub_configuration.ts";
import type { Log } from "./log.ts";
import { repeatedFault } from "./repeated_fault.ts";
import type { Store } from "../../domain/store/store.ts";

/** Everything the hub of a running service needs. */
export interface HubSurroundings {
  readonly kv: Store;
  readonly health: StoreHealth;
  readonly site: Site;
  readonly configuration: HubConfiguration;
  /** Further root certificates for callbacks, as PEM. */
  readonly caCertificates: readonly string[];
  readonly representation: (path: TopicPath) => Representation | null;
  readonly log: Log;
  /** Is told of everything that the hub does, as the log is. */
  readonly onEvent: (record: HubRecord) => void;
}

/** Assembles the hub and starts it. */
export async function startHub(
  { kv, health, site, configuration, caCertificates, representation, log, onEvent }: HubSurroundings,
): Promise<Hub> {
  const clock = { now: Date.now };
  const { settings, driver } = configuration;
  const client = await connectingClient(site, configuration, caCertificates);
  const fault = repeatedFault(
    (error, times) => log.error("websub work failed; it is tried again", { reason: String(error), times }),
    clock.now,
  );
  // That the store refuses is told by who watches it.
  const onError = (error: unknown) => error instanceof StoreTroubleError || fault.happened(error);
  const scheduler = chooseScheduler(kv, clock, driver, onError);
  const hub = createHub({
    kv,
    clock,
    settings,
    scheduler,
    client,
    site,
    representation,
    record: (record) => {
      onEvent(record);
      const { event, ...fields } = record;
      log[fields["is_late"] === true ? "warn" : "info"](`websub ${event}`, fields);
    },
    onError,
  });
  hub.start();
  health.watch((trouble) => {
    // What was given up meanwhile has no job any more.
    if (trouble === null) void hub.scanDue().then(scheduler.runDue).catch(onError);
  });
  log.info("hub started", { driver: scheduler.name });
  return hub;
}

/**
 * Loads the HTTP client on demand: its library takes half as long to load as everything else, so the server starts
 * first.
 */
async function connectingClient(
  site: Site,
  { settings, keptConnections }: HubConfiguration,
  caCertificates: readonly string[],
): Promise<OutboundClient> {
  const { outboundClient } = await import("../../outbound/outbound_client.ts");
  return outboundClient({
    allowCidrs: settings.allowCidrs,
    caCertificates,
    timeoutMilliseconds: settings.attemptTimeoutSeconds * 1000,
    keptConnections,
    userAgent: userAgent(site),
  });
}
