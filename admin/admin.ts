import { type CommandLine, runCommand, UsageError } from "../cli/command/run_command.ts";
import { OPENERS } from "../cli/programs.ts";
import { type After, afterTime } from "../domain/deadline.ts";
import { OperatorError } from "../domain/operator_error.ts";
import { addPeople, invitationLink, invite, peopleCopy, peopleKey, peopleRows } from "../domain/people.ts";
import type { Store } from "../domain/store/store.ts";
import { addressIn } from "../outbound/public_address.ts";
import { readAdminOrigin, readConfiguration } from "../service/configuration.ts";
import { numberOf, wholeNumber } from "../service/configuration_value.ts";
import { streamLog } from "../service/log.ts";
import { environment } from "../service/store/kv_location.ts";
import { VARIABLES } from "../service/variables.ts";
import { counted, print } from "../terminal/print.ts";
import { onStopSignal } from "../terminal/stop_signals.ts";
import { adminApp } from "./app.tsx";
import { Access, IDLE_MS, localGate, LOOPBACK, newLink } from "./frame/access.ts";
import { Workspace } from "./frame/workspace.ts";
import type { DoorSettings } from "./people/door.tsx";

const HELP = `Opens pages for the owner in the browser, on this computer alone.

  deno task admin [options]
  deno task admin --origin https://owner.acme.example
  deno task admin invite NAME
  deno task admin people [add]

Prints a link and opens it. The link works once, within 30 minutes, and is for
this computer: nobody else can reach it. It works while the service runs, on
every store. Ctrl-C ends it, and so do 12 hours without use. While it runs, the
same command makes a new link, such as for another browser.

For a service on another computer, start it there and reach it through a tunnel:
ssh -L 8090:127.0.0.1:8090 NAME@HOST

With --origin it serves people with passkeys from anywhere instead, behind a
proxy on this computer that has TLS. invite prints a link for the first owner,
or for somebody whose passkeys are lost; it works once, within a day. people
writes all people as JSON, which a backup lacks; people add reads such a text.

  --origin URL  address of the page; by default ADMIN_ORIGIN, else none
  --port N      port, 1 to 65535; by default ADMIN_PORT, else 8090; 0 takes a
                free one
  --no-open     print the address without opening a browser; so with --origin
  --help        this text

KV_PATH names the store.`;

/** Time within which another program must answer, in milliseconds. */
const PROOF_WITHIN_MS = 5000;

/** Time of day in milliseconds since 1970, and timers. */
interface Clock {
  readonly now: () => number;
  readonly after: After;
}

const CLOCK: Clock = { now: Date.now, after: afterTime };

async function adminCommand(line: CommandLine): Promise<number> {
  const [command = "", name = ""] = line.files;
  if (!/^(?:|invite\n[^\n]+|people(?:\nadd)?)$/.test(line.files.join("\n"))) {
    const files = JSON.stringify(line.files.join(" "));
    throw new UsageError(`admin takes no ${files}; allowed are invite NAME, people, and people add.`);
  }
  const address = line.text("origin") ?? (environment("ADMIN_ORIGIN") || null);
  const origin = address === null ? null : readAdminOrigin(address);
  const [portOption, portRange] = [line.text("port"), VARIABLES.ADMIN_PORT.range];
  const port = portOption === null ? numberOf(environment, "ADMIN_PORT") : wholeNumber("--port", portOption, portRange);
  const { kvPath, keptRevisions, hub, ...configuration } = readConfiguration(environment);
  const folderGiven = environment("LAUNCH_FOLDER");
  const folder = folderGiven || await Deno.makeTempDir({ prefix: "public-reviews-" });
  const workspace = new Workspace(kvPath, keptRevisions, folder);
  try {
    if (command !== "") {
      print(
        await workspace.withStore((kv) => command === "invite" ? invitationOf(kv, name, origin) : peopleText(kv, name)),
      );
      return 0;
    }
    // A store that cannot be used is reported here rather than on every page.
    await workspace.withStore((kv) => workspace.published(kv));
    const stop = new AbortController();
    onStopSignal(() => stop.abort());
    if (origin !== null) {
      const log = streamLog(configuration);
      const settings = { origin, isTrustedProxy: addressIn(hub.trustedProxies), log };
      const server = await servePeople(workspace, port, stop, settings);
      print(`The page at ${origin} is served on port ${server.port}, for the proxy on this computer.`);
      const people = await workspace.withStore((kv) => peopleRows(kv, "person"));
      if (people.length === 0) print("Nobody may come in yet: deno task admin invite NAME makes a link.");
      for (const other of server.others) print(`The store may also have a page on port ${other}. Both work.`);
      await server.finished;
      await log.flush();
      return 0;
    }
    const server = await serveOwner(workspace, port, stop);
    if (!server.isRunning) print("It runs already. This is a new link:");
    print(server.address);
    if (!line.flag("no-open")) open(server.address);
    await server.finished;
  } finally {
    if (!folderGiven) await Deno.remove(folder, { recursive: true });
  }
  return 0;
}

async function invitationOf(kv: Store, name: string, origin: string | null): Promise<string> {
  if (origin === null) throw new UsageError("invite needs the address of the page: --origin or ADMIN_ORIGIN.");
  const secret = await invite(kv, name, "owner", Date.now());
  return `A link for ${name} as an owner, which works once, within a day:\n${invitationLink(origin, secret)}`;
}

/** The people of the store as JSON; with `add`, how many of standard input were added. */
async function peopleText(kv: Store, name: string): Promise<string> {
  if (name === "") return await peopleCopy(kv);
  return `${counted(await addPeople(kv, await new Response(Deno.stdin.readable).text()), "person", "people")} added.`;
}

/**
 * Serves people with passkeys until it is stopped.
 *
 * @returns `others` are ports of further programs for the store, of which some may have been killed.
 * @throws {OperatorError} If another program has the port.
 */
export async function servePeople(
  workspace: Workspace,
  port: number,
  stop: AbortController,
  settings: Omit<DoorSettings, "now">,
  { now }: Pick<Clock, "now"> = CLOCK,
) {
  // Web Authentication takes a second to load, and the page for this computer has no use for it.
  const { doorOf } = await import("./people/door.tsx");
  const app = adminApp(doorOf(workspace, { ...settings, now }), workspace);
  const server = listening(port, stop.signal, (request) => app.fetch(request));
  if (server === null) throw inUse(port);
  const row = peopleKey("program", String(server.addr.port));
  const running = await workspace.withStore((kv) => Array.fromAsync(kv.list({ prefix: row.slice(0, -1) })));
  await workspace.withStore((kv) => kv.set(row, true));
  const finished = server.finished.finally(() => workspace.withStore((kv) => kv.delete(row)));
  const others = running.map(({ key }) => String(key.at(-1))).filter((port) => port !== row.at(-1));
  return { port: server.addr.port, others, finished };
}

/**
 * Serves the owner at this computer until it is stopped or idle. If the port has a program for the same store already,
 * only makes a link for that.
 *
 * @returns The address to open; the fragment of a link, which browsers do not send, holds its token. `isRunning` is
 * false if another program serves it.
 * @throws {OperatorError} If a program for another store, or any other one, has the port.
 */
export async function serveOwner(
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
  if (server === null && await proofOf(port, link.id) !== link.proof) throw inUse(port);
  const served = server?.addr.port ?? port;
  const shown = { address: `http://${LOOPBACK}:${served}/#token=${link.token}`, port: served };
  if (server === null) return { ...shown, isRunning: false, finished: Promise.resolve() };
  app.resolve(adminApp(localGate(new Access(served, now), workspace), workspace, restart));
  restart();
  return { ...shown, isRunning: true, finished: server.finished.finally(() => cancel()) };
}

function inUse(port: number): OperatorError {
  return new OperatorError(`Port ${port} is in use by another program; --port names another.`);
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
  return runCommand(args, HELP, {
    port: { type: "string" },
    origin: { type: "string" },
    "no-open": { type: "boolean" },
  }, adminCommand);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
