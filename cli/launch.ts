import { OperatorError } from "./command/operator_error.ts";
import { printError } from "./command/print.ts";
import { readCaFile } from "./launch/ca_file.ts";
import { endedBySystem } from "./launch/ended_by_system.ts";
import { isTraced, launchEnvironment } from "./launch/environment.ts";
import { COPY_FOLDER, LAUNCHED, type Launched, SOURCES_FOLDER } from "./launch/launched.ts";
import { launchArguments } from "./launch/permissions.ts";
import { keepRunning, RunningPrograms } from "./launch/running_programs.ts";
import { isStoreFile, kvLocation } from "./service/kv_location.ts";

// This program has every permission, so it imports nothing from npm: a package could do whatever the user may do.
// A permission in deno.json cannot depend on an environment variable such as KV_PATH, and permission sets contain only
// fixed paths. So the tasks call this program, which starts the real one with the permissions that it needs.

/** How long what runs beside the service may go on after it. */
const PATIENCE_MS = 4000;
// Deno 2.9 may wait for itself without an end when a process exits just while metrics are sent. The service has closed
// everything within five seconds of the signal, and then there is nothing left to lose.
const STOPPED_AFTER_MS = 8000;
/** The file that the arguments of an import name for its problems; null if they name none. */
function writtenFile(args: readonly string[]): string | null {
  if (!args.some((argument) => argument.startsWith("--errors"))) return null;
  const at = args.findIndex((argument) => argument === "--errors" || argument.startsWith("--errors="));
  return (args[at]?.startsWith("--errors=") ? args[at].slice("--errors=".length) : args[at + 1] ?? null) || null;
}

/** Runs a program, forwards signals to it, and resolves to its exit code. */
async function launch(name: Launched, args: readonly string[]): Promise<number> {
  const copies = await copyFolder();
  const hasSources = Boolean(Deno.env.get("SOURCES") || Deno.env.get("SOURCES_FILE"));
  const isWatching = name === "watch" || name === "start" && hasSources;
  const fetched = isWatching ? await Deno.makeTempDir({ prefix: "public-reviews-" }) : null;
  const made = new Map([[COPY_FOLDER, copies], [SOURCES_FOLDER, fetched]]);
  const variable = (name: string) => made.get(name) ?? Deno.env.get(name);
  // Deno's own message for a wrong file names no variable.
  await readCaFile(variable("WEBSUB_CA_FILE") || null);
  const program = (name: Launched, args: readonly string[]) =>
    programs.start([...launchArguments(name, variable, writtenFile(args), args[0] === "erase"), ...args], {
      ...launchEnvironment(name, variable),
      ...Object.fromEntries([...made].filter((entry): entry is [string, string] => entry[1] !== null)),
    });
  const programs = new RunningPrograms();
  const clear = async () => {
    for (const folder of made.values()) if (folder !== null) await Deno.remove(folder, { recursive: true });
  };
  if (name === "start" && isWatching) {
    // A fault in the sources ends the start, as one in any other variable does.
    const { code } = await program("watch", ["--check"]).status;
    if (code !== 0) {
      await clear();
      return code;
    }
  }
  const main = program(name, args);
  let isStopping = false;
  let wasStopped = false;
  let guard: ReturnType<typeof setTimeout> | undefined;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => {
      isStopping = wasStopped = true;
      if (isTraced(variable)) guard ??= setTimeout(() => main.kill("SIGKILL"), STOPPED_AFTER_MS);
      programs.signal(signal);
    });
  }
  const ended = main.status.then((status) => {
    clearTimeout(guard);
    isStopping = true;
    programs.signal("SIGTERM");
    // In the middle of an import it does not hear; nothing is lost then.
    Deno.unrefTimer(setTimeout(() => programs.signal("SIGKILL"), PATIENCE_MS));
    return status;
  });
  // A hostile file may end the process that reads it, and not the service.
  if (name === "start" && fetched !== null) await keepRunning(() => program("watch", []), ended, () => isStopping);
  const { code, signal } = await ended;
  const told = wasStopped ? null : endedBySystem(name, signal);
  if (told !== null) printError(told);
  await clear();
  return guard !== undefined && signal === "SIGKILL" ? 0 : code;
}

/** A folder for a copy of the store, where its disk is read-only: SQLite needs files beside it. Else null. */
async function copyFolder(): Promise<string | null> {
  const path = kvLocation((name) => Deno.env.get(name));
  if (path === undefined || !isStoreFile(path)) return null;
  try {
    // Opening a pipe would wait for its reader.
    if ((await Deno.stat(path)).isFile) (await Deno.open(path, { write: true })).close();
    return null;
  } catch (error) {
    const isReadOnly = error instanceof Error && "code" in error && error.code === "EROFS";
    return isReadOnly ? await Deno.makeTempDir({ prefix: "public-reviews-" }) : null;
  }
}

function launched(name: string | undefined): Launched {
  const found = LAUNCHED.find((known) => known === name);
  if (found !== undefined) return found;
  throw new OperatorError(`${JSON.stringify(name ?? "")} is not known; allowed are ${LAUNCHED.join(", ")}.`);
}

if (import.meta.main) {
  try {
    const [name, ...args] = Deno.args;
    Deno.exit(await launch(launched(name), args));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    printError(error.message);
    Deno.exit(1);
  }
}
