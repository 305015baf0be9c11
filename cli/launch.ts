// Tasks call this launcher, which starts the real program with the permissions that it needs. Permissions in deno.json
// cannot depend on a variable such as KV_PATH. The launcher has every permission, so it imports nothing from npm.

import { signalProgram } from "./command/child_process.ts";
import { OperatorError } from "./command/operator_error.ts";
import { printError } from "./command/print.ts";
import { readCaFile } from "./service/configuration_value.ts";
import { isTraced, launchEnvironment } from "./launch_environment.ts";
import { COPY_FOLDER, launchArguments, LAUNCHED, type Launched, SOURCES_FOLDER } from "./launch_permissions.ts";
import { environment, isStoreFile, kvLocation } from "./service/store/kv_location.ts";

/** Time between SIGTERM and SIGKILL for programs beside an ended service. */
const PATIENCE_MS = 4000;

// Deno 2.9 may hang if a process exits while it sends metrics. The service closes everything within five seconds of the
// signal, so nothing is lost when it is killed later.
const STOPPED_AFTER_MS = 8000;

/** Runs a program, forwards signals to it, and resolves to its exit code. */
async function launch(name: Launched, args: readonly string[]): Promise<number> {
  const copies = await copyFolder();
  const hasSources = Boolean(Deno.env.get("SOURCES") || Deno.env.get("SOURCES_FILE"));
  const isWatching = name === "watch" || name === "start" && hasSources;
  const fetched = isWatching ? await Deno.makeTempDir({ prefix: "public-reviews-" }) : null;
  const made = new Map([[COPY_FOLDER, copies], [SOURCES_FOLDER, fetched]]);
  const variable = (name: string) => made.get(name) ?? Deno.env.get(name);
  // Checked here because Deno's message for an invalid file names no variable.
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
    // Invalid sources prevent the start, like any other invalid variable.
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
    // During an import it does not handle the signal. A kill loses nothing.
    Deno.unrefTimer(setTimeout(() => programs.signal("SIGKILL"), PATIENCE_MS));
    return status;
  });
  // The watch is a separate process, so a hostile file cannot end the service.
  if (name === "start" && fetched !== null) await keepRunning(() => program("watch", []), ended, () => isStopping);
  const { code, signal } = await ended;
  const told = wasStopped ? null : endedBySystem(name, signal);
  if (told !== null) printError(told);
  await clear();
  return guard !== undefined && signal === "SIGKILL" ? 0 : code;
}

/** Makes a folder for a copy of the store if its disk is read-only, because SQLite needs files beside it; else null. */
async function copyFolder(): Promise<string | null> {
  const path = kvLocation(environment);
  if (path === undefined || !isStoreFile(path)) return null;
  try {
    // A pipe is not opened: that would wait for its reader.
    if ((await Deno.stat(path)).isFile) (await Deno.open(path, { write: true })).close();
    return null;
  } catch (error) {
    const isReadOnly = error instanceof Error && "code" in error && error.code === "EROFS";
    return isReadOnly ? await Deno.makeTempDir({ prefix: "public-reviews-" }) : null;
  }
}

/** Returns the file of `--errors` in the arguments of an import; null if absent. */
function writtenFile(args: readonly string[]): string | null {
  if (!args.some((argument) => argument.startsWith("--errors"))) return null;
  const at = args.findIndex((argument) => argument === "--errors" || argument.startsWith("--errors="));
  return (args[at]?.startsWith("--errors=") ? args[at].slice("--errors=".length) : args[at + 1] ?? null) || null;
}

function launched(name: string | undefined): Launched {
  const found = LAUNCHED.find((known) => known === name);
  if (found !== undefined) return found;
  throw new OperatorError(`${JSON.stringify(name ?? "")} is not known; allowed are ${LAUNCHED.join(", ")}.`);
}

/** Programs that the launcher has started and that still run. */
class RunningPrograms {
  readonly #running = new Set<Deno.ChildProcess>();

  /** Starts Deno on the terminal of this process. */
  start(args: readonly string[], env: Readonly<Record<string, string>>): Deno.ChildProcess {
    const options = { stdin: "inherit", stdout: "inherit", stderr: "inherit" } as const;
    const child = new Deno.Command(Deno.execPath(), { args: [...args], env, ...options }).spawn();
    this.#running.add(child);
    child.status.then(() => this.#running.delete(child));
    return child;
  }

  /** Sends a signal to all. */
  signal(signal: Deno.Signal): void {
    for (const child of this.#running) signalProgram(child, signal);
  }
}

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 600_000;

/**
 * Starts a program, and restarts it whenever it ends, after growing delays.
 *
 * @param ended Resolves when the program is no longer needed.
 * @param isStopping True if no program may be started any more.
 */
async function keepRunning(
  start: () => Deno.ChildProcess,
  ended: Promise<unknown>,
  isStopping: () => boolean,
): Promise<void> {
  for (let wait = FIRST_WAIT_MS; !isStopping(); wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    await start().status;
    if (isStopping()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([ended, new Promise((go) => timer = setTimeout(go, wait))]);
    clearTimeout(timer);
  }
}

// V8 ends a process with one of these signals when its heap is full (`signal(7)`).
const HEAP_FULL: readonly (Deno.Signal | null)[] = ["SIGTRAP", "SIGABRT", "SIGILL"];

const MEMORY_ADVICE = "The store is unharmed. docs/operate.md lists the memory that it needs.";
const IMPORT_ADVICE =
  "The store is unharmed; `deno task history` shows what is published. Import the files in parts, " +
  "as CSV rather than JSON, or on a machine with more memory: docs/operate.md lists the needs.";

/**
 * Message about a program that a signal has ended although nobody stopped it, nearly always because memory ran out; null
 * for another signal. V8 only prints a C++ stack, and the system prints nothing.
 */
export function endedBySystem(name: Launched, signal: Deno.Signal | null): string | null {
  const cause = HEAP_FULL.includes(signal)
    ? "ran out of memory"
    : signal === "SIGKILL"
    ? "was ended by the system (SIGKILL), as it does when memory runs out"
    : null;
  if (cause === null) return null;
  return `deno task ${name} ${cause}. ${name === "import" ? IMPORT_ADVICE : MEMORY_ADVICE}`;
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
