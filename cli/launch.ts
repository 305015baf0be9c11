// Tasks call this launcher, which starts the real program with the permissions that it needs. Permissions in deno.json
// cannot depend on a variable such as KV_PATH. The launcher has every permission, so it imports nothing from npm.

import { signalProgram } from "./command/child_process.ts";
import { OperatorError } from "./command/operator_error.ts";
import { printError } from "./command/print.ts";
import { readCaFile } from "./service/configuration_value.ts";
import { isTraced, launchEnvironment } from "./launch_environment.ts";
import { COPY_FOLDER, LAUNCH_FOLDER, launchArguments, LAUNCHED, type Launched } from "./launch_permissions.ts";
import { NEWS_FOLDER, PLAN_FILE, runWhenDue } from "./due_programs.ts";
import { environment, isStoreFile, kvLocation } from "./service/store/kv_location.ts";

/** Time between SIGTERM and SIGKILL for programs beside an ended service. */
const PATIENCE_MS = 4000;

// Deno 2.9 may hang if a process exits while it sends metrics. The service closes everything within five seconds of the
// signal, so nothing is lost when it is killed later.
const STOPPED_AFTER_MS = 8000;

/**
 * Runs a program, and resolves to its exit code. A service without other duties takes the place of this process.
 * Otherwise this process forwards signals, runs due programs beside the service and removes its folders.
 */
async function launch(name: Launched, args: readonly string[]): Promise<number> {
  const copies = await copyFolder();
  const beside = programsBeside(name, args);
  const folder = beside.length > 0 || name === "watch" ? await Deno.makeTempDir({ prefix: "public-reviews-" }) : null;
  const news = beside.includes("alerts") ? `${folder}/news` : null;
  if (news !== null) await Deno.mkdir(news);
  const made = new Map([[COPY_FOLDER, copies], [LAUNCH_FOLDER, folder], [NEWS_FOLDER, news]]);
  const variable = (name: string) => made.get(name) ?? Deno.env.get(name);
  // Checked here because Deno's message for an invalid file names no variable.
  await readCaFile(variable("WEBSUB_CA_FILE") || null);
  const planOf = (name: Launched) => `${folder}/${name}.json`;
  const programs = new RunningPrograms();
  const command = (name: Launched, args: readonly string[]) => ({
    args: [...launchArguments(name, variable, writtenFile(args), args[0] === "erase"), ...args],
    env: {
      ...launchEnvironment(name, variable),
      ...Object.fromEntries([...made].filter((entry): entry is [string, string] => entry[1] !== null)),
      ...beside.includes(name) && { [PLAN_FILE]: planOf(name) },
    },
  });
  const program = (name: Launched, args: readonly string[]) => programs.start(command(name, args));
  const clear = async () => {
    for (const made of [copies, folder]) if (made !== null) await Deno.remove(made, { recursive: true });
  };
  for (const one of beside) {
    // Invalid settings of these programs prevent the start, like any other invalid variable.
    const { code } = await program(one, ["--check"]).status;
    if (code === 0) continue;
    await clear();
    return code;
  }
  const isService = name === "start" || name === "dev";
  if (isService && beside.length === 0 && copies === null && !isTraced(variable)) {
    const { args: own, env } = command(name, args);
    replaceProcess(Deno.execPath(), own, { ...Deno.env.toObject(), ...env });
  }
  const stopped = Promise.withResolvers<Deno.CommandStatus>();
  const main = beside.includes(name) ? null : program(name, args);
  let wasStopped = false;
  let guard: ReturnType<typeof setTimeout> | undefined;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => {
      wasStopped = true;
      if (isTraced(variable) && main !== null) guard ??= setTimeout(() => main.kill("SIGKILL"), STOPPED_AFTER_MS);
      programs.signal(signal);
      stopped.resolve({ success: true, code: 0, signal: null });
    });
  }
  const ended = (main?.status ?? stopped.promise).then((status) => {
    clearTimeout(guard);
    programs.signal("SIGTERM");
    // A kill during an import loses nothing.
    Deno.unrefTimer(setTimeout(() => programs.signal("SIGKILL"), PATIENCE_MS));
    return status;
  });
  // The watch is a separate process, so a hostile file cannot end the service.
  await Promise.all(beside.map((one) => {
    const folders = one === "alerts" && news !== null ? [news] : [];
    return runWhenDue({ run: () => program(one, ["--due"]).status, plan: planOf(one), folders }, ended);
  }));
  const { code, signal } = await ended;
  const told = wasStopped ? null : endedBySystem(name, signal);
  if (told !== null) printError(told);
  await clear();
  return guard !== undefined && signal === "SIGKILL" ? 0 : code;
}

/** Programs to run when they are due: beside a service, or alone. */
function programsBeside(name: Launched, args: readonly string[]): readonly Launched[] {
  if (name === "watch" && args.length === 0) return ["watch"];
  if (name !== "start") return [];
  const isSet = (variable: string) => Boolean(Deno.env.get(variable));
  return [
    ...isSet("SOURCES") || isSet("SOURCES_FILE") ? ["watch"] as const : [],
    ...isSet("ALERTS") ? ["alerts"] as const : [],
  ];
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

/** Returns the file of `--errors` or `--html` in the arguments of a command; null if absent. */
function writtenFile(args: readonly string[]): string | null {
  const at = args.findIndex((argument) => /^--(?:errors|html)(?:=|$)/.test(argument));
  if (at === -1) return null;
  return (args[at]?.includes("=") ? args[at].replace(/^[^=]*=/, "") : args[at + 1] ?? null) || null;
}

function launched(name: string | undefined): Launched {
  const found = LAUNCHED.find((known) => known === name);
  if (found !== undefined) return found;
  throw new OperatorError(`There is no program ${JSON.stringify(name ?? "")}; allowed are ${LAUNCHED.join(", ")}.`);
}

/** Programs that the launcher has started and that still run. */
class RunningPrograms {
  readonly #running = new Set<Deno.ChildProcess>();

  /** Starts Deno on the terminal of this process. */
  start({ args, env }: Pick<Deno.CommandOptions, "env"> & { readonly args: readonly string[] }): Deno.ChildProcess {
    const options = { stdin: "inherit", stdout: "inherit", stderr: "inherit" } as const;
    const child = new Deno.Command(Deno.execPath(), { args: [...args], ...env && { env }, ...options }).spawn();
    this.#running.add(child);
    child.status.then(() => this.#running.delete(child));
    return child;
  }

  /** Sends a signal to all. */
  signal(signal: Deno.Signal): void {
    for (const child of this.#running) signalProgram(child, signal);
  }
}

// V8 ends a process with one of these signals when its heap is full (`signal(7)`).
const HEAP_FULL: readonly (Deno.Signal | null)[] = ["SIGTRAP", "SIGABRT", "SIGILL"];

const MEMORY_ADVICE = "The store is unharmed. docs/operate.md lists the memory that it needs.";
const IMPORT_ADVICE =
  "The store is unharmed; `deno task history` shows what is published. Import the files in parts, " +
  "as CSV rather than JSON, or on a machine with more memory: docs/operate.md lists the needs.";

/**
 * Message about a program that a signal has ended although it was not stopped, nearly always because memory ran out;
 * null for another signal. V8 only prints a C++ stack, and the system prints nothing.
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

const LIBRARIES: Readonly<Partial<Record<typeof Deno.build.os, string>>> = {
  linux: "libc.so.6",
  darwin: "/usr/lib/libSystem.B.dylib",
};

/**
 * Replaces this process by another program (`execve(2)`). The program keeps the process id, the terminal and open
 * pipes, so that no process must pass on signals and the exit code. Does not return if it succeeds. Returns if the
 * system cannot; the caller then starts the program as a child.
 * @param program Path of the program.
 * @param args Arguments after the program's name.
 */
function replaceProcess(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): void {
  const library = LIBRARIES[Deno.build.os];
  if (library === undefined) return;
  try {
    const { symbols } = Deno.dlopen(library, {
      execve: { parameters: ["buffer", "buffer", "buffer"], result: "i32" },
    });
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    symbols.execve(terminated(program), pointers([program, ...args]), pointers(variables));
  } catch {
    // A system with another C library.
  }
}

const encoder = new TextEncoder();
/** Strings that the system reads while it replaces the process; a collected one would be read as garbage. */
const held: Uint8Array[] = [];

function terminated(text: string): Uint8Array<ArrayBuffer> {
  const bytes = encoder.encode(`${text}\0`);
  held.push(bytes);
  return bytes;
}

/** An array of C strings that ends with a null pointer. */
function pointers(texts: readonly string[]): BigUint64Array<ArrayBuffer> {
  const addresses = texts.map((text) => Deno.UnsafePointer.value(Deno.UnsafePointer.of(terminated(text))));
  return new BigUint64Array([...addresses, 0n]);
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
