import { FAILURES_TO_GIVE_UP } from "../websub/distribution/retries.ts";
import { DEFAULT_HUB_SETTINGS } from "../websub/hub_settings.ts";
import { isCidr } from "../outbound/public_address.ts";
import type { DeliveryDriver } from "../websub/schedule/choose_scheduler.ts";
import { keptConnections } from "./connection_configuration.ts";
import { ConfigurationError, numberOf, oneOf, wrongValue } from "./configuration_value.ts";
import { isBehindNetwork, isDenoDeploy, kvLocation, type ReadVariable } from "./store/kv_location.ts";

/** The configuration of the hub from environment variables. */
export type HubConfiguration = Readonly<ReturnType<typeof readHubConfiguration>>;

// One year. Lease times in milliseconds stay safe integers.
const LONGEST_LEASE = 31_536_000;
/** Maximum wait between two attempts, in seconds. */
const LONGEST_RETRY = 604_800;
const MOST_ATTEMPTS = 30;
const MANY = 1_000_000;

/**
 * Reads the configuration of the hub.
 *
 * @throws {ConfigurationError} For the first variable with an invalid value.
 */
export function readHubConfiguration(variable: ReadVariable) {
  const preset = DEFAULT_HUB_SETTINGS;
  const number = (name: string, absent: number, least: number, most: number) =>
    numberOf(variable, name, absent, least, most);
  const min = number("WEBSUB_MIN_LEASE_SECONDS", preset.lease.min, 1, LONGEST_LEASE);
  const max = number("WEBSUB_MAX_LEASE_SECONDS", Math.max(min, preset.lease.max), min, LONGEST_LEASE);
  const pair = (name: string, absent: readonly [number, number], most: number, allowed: string) =>
    variable(name) ? twoNumbers(name, variable(name) ?? "", most, allowed) : absent;
  refuseReplaced(variable);
  const retries = variable("WEBSUB_RETRY_SECONDS");
  const calls = preset.callsPerDestination;
  const callsAllowed = "up to 999999, of calls in a second and in an hour,";
  const usualCalls = [calls.perSecond, calls.perHour] as const;
  const [perSecond, perHour] = pair("WEBSUB_CALLS_PER_DESTINATION", usualCalls, MANY, callsAllowed);
  const usual = Math.min(Math.max(min, preset.lease.default), max);
  return {
    settings: {
      lease: { min, max, default: number("WEBSUB_DEFAULT_LEASE_SECONDS", usual, min, max) },
      retrySeconds: retries ? retryWaits(retries) : preset.retrySeconds,
      restartSeconds: number("WEBSUB_RESTART_SECONDS", preset.restartSeconds, 0, 86_400),
      attemptTimeoutSeconds: number("WEBSUB_ATTEMPT_TIMEOUT_SECONDS", preset.attemptTimeoutSeconds, 1, 120),
      debounceSeconds: number("WEBSUB_DEBOUNCE_SECONDS", preset.debounceSeconds, 0, 3600),
      allowCidrs: cidrs("WEBSUB_ALLOW_CIDRS", variable("WEBSUB_ALLOW_CIDRS")),
      concurrency: number("WEBSUB_CONCURRENCY", preset.concurrency, 1, 1024),
      concurrencyPerHost: number("WEBSUB_CONCURRENCY_PER_HOST", preset.concurrencyPerHost, 1, 1024),
      requestsPerMinute: number("WEBSUB_REQUESTS_PER_MINUTE", preset.requestsPerMinute, 0, MANY),
      pendingPerHost: number("WEBSUB_PENDING_PER_HOST", preset.pendingPerHost, 0, MANY),
      pending: number("WEBSUB_PENDING", preset.pending, 0, MANY),
      subscriptionsPerHost: number("WEBSUB_SUBSCRIPTIONS_PER_HOST", preset.subscriptionsPerHost, 0, MANY),
      subscriptions: number("WEBSUB_SUBSCRIPTIONS", preset.subscriptions, 0, MANY),
      callsPerDestination: { perSecond, perHour },
      megabytesPerChange: number("WEBSUB_MEGABYTES_PER_CHANGE", preset.megabytesPerChange, 0, MANY),
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
  const driver = oneOf("DELIVERY_DRIVER", variable("DELIVERY_DRIVER") || "auto", ["auto", "queue", "sweep"]);
  if (!isDenoDeploy(variable) && !isBehindNetwork(kvLocation(variable))) return driver;
  if (driver === "queue") {
    const where = isDenoDeploy(variable)
      ? "on Deno Deploy, which has no queues"
      : "where KV_PATH is a URL, because KV Connect and PostgreSQL have no queue";
    throw wrongValue("DELIVERY_DRIVER", driver, `auto or sweep ${where}`);
  }
  return "sweep";
}

function twoNumbers(name: string, value: string, most: number, allowed: string): readonly [number, number] {
  const [first, second, ...more] = wholeNumbers(value, most) ?? [];
  if (first !== undefined && second !== undefined && more.length === 0) return [first, second];
  throw wrongValue(name, value, `two whole numbers ${allowed} with a comma between them`);
}

/** Reads the waits between all attempts of the deliveries, in seconds. */
function retryWaits(value: string): readonly number[] {
  const waits = wholeNumbers(value, LONGEST_RETRY);
  const attempts = (waits?.length ?? 0) + 1;
  if (waits !== null && attempts % FAILURES_TO_GIVE_UP === 0 && attempts <= MOST_ATTEMPTS) return waits;
  const allowed = `2, 5, 8 or more whole numbers of seconds up to ${LONGEST_RETRY} with commas between them, ` +
    `which are the waits between 3, 6, 9 or up to ${MOST_ATTEMPTS} attempts`;
  throw wrongValue("WEBSUB_RETRY_SECONDS", value, allowed);
}

/** @throws {ConfigurationError} If a variable is set that another one has replaced. */
function refuseReplaced(variable: ReadVariable): void {
  if (!variable("WEBSUB_ATTEMPT_SECONDS")) return;
  throw new ConfigurationError(
    "WEBSUB_ATTEMPT_SECONDS is replaced by WEBSUB_RETRY_SECONDS, which lists the waits between all attempts; " +
      `by default it is ${DEFAULT_HUB_SETTINGS.retrySeconds.join()}.`,
  );
}

function wholeNumbers(value: string, most: number): readonly number[] | null {
  const parts = value.split(",").map((part) => part.trim());
  return parts.every((part) => /^\d{1,6}$/.test(part) && Number(part) <= most) ? parts.map(Number) : null;
}

function cidrs(name: string, value = ""): readonly string[] {
  const ranges = value.split(",").map((range) => range.trim()).filter((range) => range !== "");
  const wrong = ranges.find((range) => !isCidr(range));
  if (wrong === undefined) return ranges;
  throw wrongValue(name, wrong, "address ranges with commas between them, such as 10.0.0.0/8,fd00::/8");
}
