import { FAILURES_TO_GIVE_UP } from "../websub/distribution/retries.ts";
import { DEFAULT_HUB_SETTINGS, HUB_LIMITS } from "../websub/hub_settings.ts";
import { isCidr } from "../outbound/public_address.ts";
import type { DeliveryDriver } from "../websub/schedule/choose_scheduler.ts";
import { keptConnections } from "./connection_configuration.ts";
import { numberOf, wordOf, wrongValue } from "./configuration_value.ts";
import { isBehindNetwork, isDenoDeploy, kvLocation, type ReadVariable } from "./store/kv_location.ts";

/** The configuration of the hub from environment variables. */
export type HubConfiguration = Readonly<ReturnType<typeof readHubConfiguration>>;

/** Maximum wait between two attempts, in seconds. */
const LONGEST_RETRY = 604_800;
const MOST_ATTEMPTS = 30;

/**
 * Reads the configuration of the hub.
 *
 * @throws {ConfigurationError} For the first variable with an invalid value.
 */
export function readHubConfiguration(variable: ReadVariable) {
  const preset = DEFAULT_HUB_SETTINGS;
  const { min } = preset.lease;
  const max = numberOf(variable, "WEBSUB_MAX_LEASE_SECONDS");
  const usual = Math.min(preset.lease.default, max);
  const retries = variable("WEBSUB_RETRY_SECONDS");
  return {
    settings: {
      ...preset,
      ...HUB_LIMITS[wordOf(variable, "WEBSUB_LIMITS")],
      lease: { min, max, default: numberOf(variable, "WEBSUB_DEFAULT_LEASE_SECONDS", usual, [min, max]) },
      retrySeconds: retries ? retryWaits(retries) : preset.retrySeconds,
      debounceSeconds: numberOf(variable, "WEBSUB_DEBOUNCE_SECONDS"),
      allowCidrs: cidrs("WEBSUB_ALLOW_CIDRS", variable("WEBSUB_ALLOW_CIDRS")),
    },
    driver: deliveryDriver(variable),
    /** Most idle connections to callbacks that are kept open for reuse. */
    keptConnections: keptConnections(variable),
    /** Path of a PEM file with additional root certificates, or null. */
    caFile: variable("WEBSUB_CA_FILE") || null,
    /** Address ranges whose `X-Forwarded-For` is trusted. */
    trustedProxies: cidrs("TRUSTED_PROXIES", variable("TRUSTED_PROXIES")),
  };
}

/** Reads `DELIVERY_DRIVER`. Deno Deploy and stores behind a network have no queues, so they always use `sweep`. */
function deliveryDriver(variable: ReadVariable): DeliveryDriver {
  const driver = wordOf(variable, "DELIVERY_DRIVER");
  if (!isDenoDeploy(variable) && !isBehindNetwork(kvLocation(variable))) return driver;
  if (driver === "queue") {
    const where = isDenoDeploy(variable)
      ? "on Deno Deploy, which has no queues"
      : "where KV_PATH is a URL, because KV Connect and PostgreSQL have no queue";
    throw wrongValue("DELIVERY_DRIVER", driver, `auto or sweep ${where}`);
  }
  return "sweep";
}

/** Reads the waits between all attempts of the deliveries, in seconds. */
function retryWaits(value: string): readonly number[] {
  const waits = value.split(",").map((part) => part.trim());
  const attempts = waits.length + 1;
  const areNumbers = waits.every((wait) => /^\d{1,6}$/.test(wait) && Number(wait) <= LONGEST_RETRY);
  if (areNumbers && attempts % FAILURES_TO_GIVE_UP === 0 && attempts <= MOST_ATTEMPTS) return waits.map(Number);
  const allowed = `2, 5, 8 or more whole numbers of seconds up to ${LONGEST_RETRY} with commas between them, ` +
    `which are the waits between 3, 6, 9 or up to ${MOST_ATTEMPTS} attempts`;
  throw wrongValue("WEBSUB_RETRY_SECONDS", value, allowed);
}

function cidrs(name: string, value = ""): readonly string[] {
  const ranges = value.split(",").map((range) => range.trim()).filter((range) => range !== "");
  const wrong = ranges.find((range) => !isCidr(range));
  if (wrong === undefined) return ranges;
  throw wrongValue(name, wrong, "address ranges with commas between them, such as 127.0.0.1/32,fd00::/8");
}
