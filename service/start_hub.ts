import type { Representation } from "../domain/documents/representation.ts";
import { type StoreHealth, StoreTroubleError } from "../domain/store/store_trouble.ts";
import { userAgent } from "../domain/service.ts";
import type { Site, TopicPath } from "../domain/site.ts";
import { createHub, type Hub } from "../websub/hub.ts";
import type { HubRecord } from "../websub/hub_log.ts";
import { chooseScheduler } from "../websub/schedule/choose_scheduler.ts";
import type { HubConfiguration } from "./hub_configuration.ts";
import type { Log } from "./log.ts";
import { repeatedFault } from "./repeated_fault.ts";
import type { Store } from "../domain/store/store.ts";

/** Everything the hub of a running service needs. */
export interface HubSurroundings {
  readonly kv: Store;
  readonly health: StoreHealth;
  readonly site: Site;
  readonly configuration: HubConfiguration;
  /** Additional root certificates for callbacks, as PEM. */
  readonly caCertificates: readonly string[];
  readonly representation: (path: TopicPath) => Representation | null;
  readonly log: Log;
  /** Called with each record that the hub logs. */
  readonly onEvent: (record: HubRecord) => void;
}

/** Assembles the hub and starts it. Also returns the name of its driver. */
export async function startHub(
  { kv, health, site, configuration, caCertificates, representation, log, onEvent }: HubSurroundings,
): Promise<{ readonly hub: Hub; readonly driver: string }> {
  const clock = { now: Date.now };
  const { settings, driver, keptConnections } = configuration;
  // On demand, after the server has started: its library takes half as long as all other modules.
  const { outboundClient } = await import("../outbound/outbound_client.ts");
  const client = outboundClient({
    allowCidrs: settings.allowCidrs,
    caCertificates,
    timeoutMilliseconds: settings.attemptTimeoutSeconds * 1000,
    keptConnections,
    userAgent: userAgent(site),
  });
  const fault = repeatedFault(
    (error, times) => log.error("websub work failed; it is tried again", { reason: String(error), times }),
    clock.now,
  );
  // Trouble of the store is logged by `storeWatch`.
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
    // Work that was abandoned meanwhile has no job.
    if (trouble === null) void hub.scanDue().then(() => scheduler.runDue()).catch(onError);
  });
  return { hub, driver: scheduler.name };
}
