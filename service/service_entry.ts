import { escapedControls, print, printError } from "../terminal/print.ts";
import { onStopSignal } from "../terminal/stop_signals.ts";
import { operatorMessage } from "../domain/operator_error.ts";
import { SERVICE } from "../domain/service.ts";
import { ConfigurationError } from "./configuration_value.ts";
import { type Listen, listen, type Listener } from "./connections/listener.ts";
import type { Log } from "./log.ts";

const HELP = `Serve the published reviews until SIGTERM or SIGINT.

  deno task start

It takes no options but --help and --version. Variables of the environment
configure it; docs/configuration.md explains each.`;

/** A started service. */
export interface RunningService {
  /** Does due work without waiting for a timer. */
  readonly runDue: () => Promise<void>;
  /** Settles when hub and MCP have started after the server; rejects if one cannot. */
  readonly lateParts: Promise<unknown>;
}

/**
 * Makes the entry points. The service starts once, at the first use of one. If it cannot start, the process ends with
 * code 1, and with one line if the operator can fix the cause.
 *
 * @param start Starts the service on a listener. Resolves when it answers.
 * @param isProgram True if the service is the main module of the process.
 */
export function serviceEntry(start: (listen: Listen) => Promise<RunningService>, isProgram: boolean) {
  const host = hostedListener();
  const listening = isProgram ? whoListens() : Promise.resolve(host.listen);
  let starting: Promise<RunningService> | null = null;
  let isRunning = false;

  /**
   * Determines the listener. A module cannot distinguish `deno serve` from `deno run`. But `deno serve` calls
   * `onListen` after the evaluation of the module and before any timer.
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

  const served: Required<Deno.ServeDefaultExport> = {
    fetch: (request, info) => isRunning ? host.fetch(request, info) : running().then(() => host.fetch(request, info)),
    onListen: (address) => {
      host.onListen(address);
      void running();
    },
  };
  return {
    /** Default export for `deno serve`, Deno Deploy and programs that import the service. */
    served,
    runDue: async () => await (await running()).runDue(),
    /** For the command line: reads the options, then listens unless `deno serve` does. */
    runProgram: (options: readonly string[]) => {
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
  // Reported like an uncaught error, even if a caller waits for the service.
  if (message === null) reportError(error);
  else printError(escapedControls(message));
  Deno.exit(1);
}

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

function hostedListener() {
  let address: Deno.NetAddr | null = null;
  let answer: Parameters<Listener["answer"]>[0] = () => new Response(null, { status: 503 });
  let underWay = 0;
  let onIdle = () => {};

  function completed(): void {
    underWay--;
    if (underWay === 0) onIdle();
  }

  /** Replaces the service's own socket. */
  const listen: Listen = ({ hostname, port }) =>
    Promise.resolve({
      hostname: address?.hostname ?? hostname,
      port: address?.port ?? port,
      connections: () => null,
      answer: (handler) => void (answer = handler),
      // The host owns the socket. Its requests are answered before the process ends.
      shutdown: () =>
        new Promise((resolve) => {
          onIdle = resolve;
          if (underWay === 0) resolve();
        }),
    });
  return {
    listen,
    /** Address of the host; null until it calls `onListen`, which some hosts never do. */
    address: () => address,
    onListen: (given: Deno.Addr) => {
      if ("port" in given && given.transport === "tcp") address = given;
    },
    /** The host calls it for each request, after `listen`. */
    fetch: (request: Request, info: Deno.ServeHandlerInfo) => {
      underWay++;
      info.completed.then(completed, completed);
      return answer(request, info as Deno.ServeHandlerInfo<Deno.NetAddr>);
    },
  };
}

/**
 * Registers a cron that does the work each minute, one run after the other. A host may keep no process without requests,
 * and then no timer runs.
 *
 * Deno Deploy finds crons by running the top level of the entry point. It refuses a cron that is registered after
 * `Deno.serve`; the service works without one.
 *
 * @returns Resolves with a reason when there is no cron, or when it has ended.
 */
export async function minuteCron(work: () => Promise<void>): Promise<string> {
  try {
    if (typeof Deno.cron !== "function") return "This Deno has none.";
    await Deno.cron("do what is due", "* * * * *", work);
    return "it has ended";
  } catch (error) {
    return String(error);
  }
}

// Deno Deploy ends a process five seconds after the signal; closing the store takes the rest.
const DRAIN_MS = 4300;

/**
 * Exits with code 0 on a signal to stop.
 *
 * @param drain Stops accepting work. Resolves when the rest is done. Has a little less than five seconds.
 * @param close Releases resources that `drain` needs.
 */
export function stopOnSignal(log: Log, drain: () => Promise<void>, close: () => void): void {
  let stopping = false;
  async function stop(signal: string): Promise<void> {
    // A signal to the process group arrives twice: directly and from the launcher.
    if (stopping) return;
    stopping = true;
    log.info("stopping", { signal });
    const drained = drain().then(() => true, (error) => {
      log.error("stopping failed", { reason: String(error) });
      return true;
    });
    const tooLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), DRAIN_MS));
    if (!await Promise.race([drained, tooLate])) {
      log.warn("some answers were cut off", { after_milliseconds: DRAIN_MS });
    }
    // The hub may still log while this is written.
    await log.end("stopped");
    // After the log, because work that still uses the store would log errors.
    close();
    Deno.exit(0);
  }
  onStopSignal((signal) => void stop(signal));
}
