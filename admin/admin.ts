import { type CommandLine, runCommand, UsageError } from "../cli/command/run_command.ts";
import { OPENERS } from "../cli/programs.ts";
import { type After, afterTime } from "../domain/deadline.ts";
import { OperatorError } from "../domain/operator_error.ts";
import { readConfiguration } from "../service/configuration.ts";
import { wholeNumber } from "../service/configuration_value.ts";
import { environment } from "../service/store/kv_location.ts";
import { print } from "../terminal/print.ts";
import { onStopSignal } from "../terminal/stop_signals.ts";
import { adminApp } from "./app.tsx";
import { Access, IDLE_MS, LOOPBACK, newLink } from "./frame/access.ts";
import { Workspace } from "./frame/workspace.ts";

const HELP = `Opens pages for the owner in the browser, on this computer alone.

  deno task admin [options]

Prints a link and opens it. The link works once, within 30 minutes, and is for
this computer: nobody else can reach it. It works while the service runs, on
every store. Ctrl-C ends it, and so do 12 hours without use. While it runs, the
same command makes a new link, such as for another browser.

For a service on another computer, start it there and reach it through a tunnel:
ssh -L 8090:127.0.0.1:8090 NAME@HOST

  --port N     port, 1 to 65535; default 8090; 0 takes a free one
  --no-open    print the address without opening a browser
  --help       this text

KV_PATH names the store.`;

const DEFAULT_PORT = "8090";
/** Time within which another program must answer, in milliseconds. */
const PROOF_WITHIN_MS = 5000;

/** Time of day in milliseconds since 1970, and timers. */
interface Clock {
  readonly now: () => number;
  readonly after: After;
}

const CLOCK: Clock = { now: Date.now, after: afterTime };

async function adminCommand(line: CommandLine): Promise<number> {
  if (line.files.length > 0) throw new UsageError(`admin takes no ${JSON.stringify(line.files[0])}.`);
  const port = wholeNumber("--port", line.text("port") ?? DEFAULT_PORT, [0, 65_535]);
  const { kvPath, keptRevisions } = readConfiguration(environment);
  const given = environment("LAUNCH_FOLDER");
  const folder = given || await Deno.makeTempDir({ prefix: "public-reviews-" });
  const workspace = new Workspace(kvPath, keptRevisions, folder);
  // A store that cannot be used is reported here rather than on every page.
  await workspace.withStore((kv) => workspace.published(kv));
  const stop = new AbortController();
  onStopSignal(() => stop.abort());
  try {
    const server = await serveAdmin(workspace, port, stop);
    if (!server.isRunning) print("It runs already. This is a new link:");
    print(server.address);
    if (!line.flag("no-open")) open(server.address);
    await server.finished;
  } finally {
    if (!given) await Deno.remove(folder, { recursive: true });
  }
  return 0;
}

/**
 * Serves until it is stopped or idle. If the port has a program for the same store already, only makes a link for that.
 *
 * @returns The address to open; its fragment, which browsers do not send, holds the token. `isRunning` is false if
 * another program serves it.
 * @throws {OperatorError} If a program for another store, or any other one, has the port.
 */
export async function serveAdmin(
  workspace: Workspace,
  port: number,
  stop: AbortController,
  { now, after }: Clock = CLOCK,
) {
  let cancel = () => {};
  const restart = () => {
    cancel();
    cancel = after(IDLE_MS, () => stop.abort());
  };
  // The application checks the port, which the system may choose, so it is made after the server.
  const app = Promise.withResolvers<ReturnType<typeof adminApp>>();
  const server = listening(port, stop.signal, async (request) => (await app.promise).fetch(request));
  const link = await workspace.withStore((kv) => newLink(kv, now()));
  if (server === null && await proofOf(port, link.id) !== link.proof) {
    throw new OperatorError(`Port ${port} is in use by another program; --port names another.`);
  }
  const own = server?.addr.port ?? port;
  const address = `http://${LOOPBACK}:${own}/#token=${link.token}`;
  if (server === null) return { address, isRunning: false, finished: Promise.resolve() };
  app.resolve(adminApp(new Access(own, now), workspace, restart));
  restart();
  return { address, isRunning: true, finished: server.finished.finally(() => cancel()) };
}

/** Asks the program at a port for the proof of a link; null if it gives none. */
async function proofOf(port: number, link: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(PROOF_WITHIN_MS);
    const response = await fetch(`http://${LOOPBACK}:${port}/links/${link}`, { signal });
    return await response.text();
  } catch {
    return null;
  }
}

/** Listens; null if the port is in use. */
function listening(port: number, signal: AbortSignal, handler: (request: Request) => Response | Promise<Response>) {
  try {
    return Deno.serve({ hostname: LOOPBACK, port, signal, onListen: () => {} }, handler);
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    return null;
  }
}

/** Opens the address. Without a desktop the printed address suffices. */
function open(address: string): void {
  const [program, ...args] = OPENERS[Deno.build.os] ?? [];
  if (program === undefined) return;
  try {
    const quiet = { stdin: "null", stdout: "null", stderr: "null" } as const;
    new Deno.Command(program, { args: [...args, address], ...quiet }).spawn().unref();
  } catch {
    // The program is missing.
  }
}

/** Runs `deno task admin`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runCommand(args, HELP, { port: { type: "string" }, "no-open": { type: "boolean" } }, adminCommand);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
