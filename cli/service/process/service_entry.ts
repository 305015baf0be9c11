import { escapedControls } from "../../command/escaped_controls.ts";
import { operatorMessage } from "../../command/operator_message.ts";
import { print, printError } from "../../command/print.ts";
import { SERVICE } from "../../../domain/service.ts";
import { ConfigurationError } from "../configuration_value.ts";
import { hostedListener } from "../connections/hosted_listener.ts";
import { type Listen, listen } from "../connections/listener.ts";

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

/** A service that answers. */
export interface RunningService {
  /** Does what is due, without waiting for a timer. */
  readonly runDue: () => Promise<void>;
  /** The parts that start after the first answers; rejects when one cannot. */
  readonly lateParts: Promise<unknown>;
}

/** The ways into the service, each of which starts it. */
export interface ServiceEntry {
  /** For `deno serve`, Deno Deploy and programs that import the service: the shape of a default export. */
  readonly served: Required<Deno.ServeDefaultExport>;
  /** For the cron. */
  readonly runDue: () => Promise<void>;
  /** For the command line: reads the options, then listens unless `deno serve` does. */
  readonly runProgram: (options: readonly string[]) => void;
}

/**
 * Starts the service once, at the first use of one of its ways in. A service that cannot start ends the process with
 * code 1, with one line where the operator can do something about it.
 *
 * @param start Starts it on a listener and resolves when it answers.
 * @param isProgram Whether the process was started with the service as its main module.
 */
export function serviceEntry(start: (listen: Listen) => Promise<RunningService>, isProgram: boolean): ServiceEntry {
  const host = hostedListener();
  const listening = isProgram ? whoListens() : Promise.resolve(host.listen);
  let starting: Promise<RunningService> | null = null;
  let isRunning = false;

  /**
   * `deno serve` and `deno run` look alike to a module. The former listens, and calls `onListen`, as soon as the module
   * has been evaluated and before any timer.
   */
  async function whoListens(): Promise<Listen> {
    await new Promise((resolve) => setTimeout(resolve));
    return host.address() === null ? listen : host.listen;
  }

  async function run(): Promise<RunningService> {
    try {
      const service = await start(await listening);
      isRunning = true;
      service.lateParts.catch(fail);
      return service;
    } catch (error) {
      return fail(error);
    }
  }
  const running = () => starting ??= run();

  return {
    served: {
      fetch: (request, info) => isRunning ? host.fetch(request, info) : running().then(() => host.fetch(request, info)),
      onListen: (address) => {
        host.onListen(address);
        void running();
      },
    },
    runDue: async () => await (await running()).runDue(),
    runProgram: (options) => {
      try {
        answerOptions(options);
      } catch (error) {
        fail(error);
      }
      void running();
    },
  };
}

function fail(error: unknown): never {
  const message = operatorMessage(error);
  // Ends the process as an error that nobody has caught, whoever waits for the service.
  if (message === null) reportError(error);
  else printError(escapedControls(message));
  Deno.exit(1);
}

/**
 * Answers `--help` and `--version` and ends the process with code 0; returns if there is no option.
 *
 * @throws {ConfigurationError} For any other option.
 */
function answerOptions(options: readonly string[]): void {
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
