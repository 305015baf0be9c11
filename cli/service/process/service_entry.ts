import { escapedControls } from "../../command/escaped_controls.ts";
import { operatorMessage } from "../../command/operator_message.ts";
import { printError } from "../../command/print.ts";
import { hostedListener } from "../connections/hosted_listener.ts";
import { type Listen, listen } from "../connections/listener.ts";
import { answerOptions } from "./start_options.ts";

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
