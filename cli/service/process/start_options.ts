import { print } from "../../command/print.ts";
import { SERVICE } from "../../../domain/service.ts";
import { ConfigurationError } from "../configuration_value.ts";

const HELP = `Serve the published reviews until SIGTERM or SIGINT.

  deno task start

It takes no options. These variables of the environment configure it; docs/operate.md says what they mean:
PORT, HOST, BASE_URL, KV_PATH, SAMPLE_DATA, LOG_LEVEL, LOG_FORMAT, TRUSTED_PROXIES, MAX_CONNECTIONS,
MAX_CONNECTIONS_PER_ADDRESS, HEADERS_TIMEOUT_SECONDS, BODY_TIMEOUT_SECONDS, IDLE_TIMEOUT_SECONDS, DESCRIPTOR_LIMIT,
MEMORY_LIMIT, METRICS_ADDR, DELIVERY_DRIVER, WEBSUB_DEFAULT_LEASE_SECONDS,
WEBSUB_MIN_LEASE_SECONDS, WEBSUB_MAX_LEASE_SECONDS, WEBSUB_RETRY_SECONDS, WEBSUB_ATTEMPT_TIMEOUT_SECONDS,
WEBSUB_DEBOUNCE_SECONDS, WEBSUB_ALLOW_CIDRS, WEBSUB_CA_FILE, WEBSUB_CONCURRENCY, WEBSUB_CONCURRENCY_PER_HOST,
WEBSUB_REQUESTS_PER_MINUTE, WEBSUB_PENDING_PER_HOST, WEBSUB_PENDING, WEBSUB_SUBSCRIPTIONS_PER_HOST,
WEBSUB_SUBSCRIPTIONS, WEBSUB_CALLS_PER_DESTINATION, WEBSUB_MEGABYTES_PER_CHANGE.`;

/**
 * Answers `--help` and `--version` and ends the process with code 0; returns if there is no option.
 *
 * @throws {ConfigurationError} For any other option.
 */
export function answerOptions(options: readonly string[]): void {
  const [option] = options;
  if (option === undefined) return;
  const isHelp = options.includes("--help");
  if (!isHelp && !options.includes("--version")) {
    throw new ConfigurationError(
      `${JSON.stringify(option)} is not known; the service takes no options but --help and --version.`,
    );
  }
  print(isHelp ? HELP : SERVICE.version);
  Deno.exit(0);
}
