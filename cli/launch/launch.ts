// Tasks call this launcher, which starts the real program with the permissions that it needs. Permissions in deno.json
// cannot depend on a variable such as KV_PATH. The launcher has every permission, so it imports nothing from npm.

import { dirname } from "node:path";
import process from "node:process";
import { signalProgram } from "../command/child_process.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { printError } from "../../terminal/print.ts";
import { onStopSignal } from "../../terminal/stop_signals.ts";
import { type ProgramName, PROGRAMS } from "../programs.ts";
import { readCaFile } from "../../service/configuration_value.ts";
import { environment, SETTINGS_VARIABLES, settingsFile, withSettingsFiles } from "../../service/store/kv_location.ts";
import { type DueProgram, NOTHING_DUE, runWhenDue } from "./due_programs.ts";
import { type JobResult, serveJobs } from "./jobs.ts";
import { launchArguments } from "./launch_arguments.ts";
import { launchEnvironment, sendsTelemetry } from "./launch_environment.ts";

const PATIENCE_MS = 4000;
const settings = withSettingsFiles(environment);

// Deno 2.9 may hang if a process exits while it sends telemetry. The service closes everything within five seconds of the
// signal, so nothing is lost when it is killed later.
const STOPPED_AFTER_MS = 8000;

/**
 * Runs a program, and resolves to its exit code. This process forwards signals, runs due programs beside a service and
 * removes its folders.
 */
async function launch(name: ProgramName, args: readonly string[]): Promise<number> {
  await using programs = await Programs.prepare(name, duePrograms(name, args));
  // Checked here because Deno's message for an invalid file names no variable.
  await readCaFile(programs.variable("WEBSUB_CA_FILE") || null);
  for (const one of programs.due.filter((one) => one === name || isDue(one))) {
    // Invalid settings of these programs prevent the start, like any other invalid variable.
    const { code } = await programs.start(one, ["--check"]).status;
    if (code !== 0) return code;
  }
  return await runToEnd(programs, name, args);
}

async function runToEnd(programs: Programs, name: ProgramName, args: readonly string[]): Promise<number> {
  await using jobs = PROGRAMS[name].startsJobs
    ? serveJobs((job, args, variables) =>
      runPrinting(job, args, { ...programs.folders, ...variables }, (child) => programs.track(child))
    )
    : null;
  const added: Readonly<Record<string, string>> = jobs === null ? {} : { JOBS_ADDRESS: jobs.address };
  const main = programs.due.includes(name) ? null : programs.start(name, args, added);
  const stopped = Promise.withResolvers<Deno.CommandStatus>();
  let isStopped = false;
  onStopSignal((signal) => {
    isStopped = true;
    programs.signal(signal);
    stopped.resolve({ success: true, code: 0, signal: null });
  });
  const mayHang = main !== null && sendsTelemetry(name, programs.variable);
  if (mayHang) void stopped.promise.then(() => later(STOPPED_AFTER_MS, () => signalProgram(main, "SIGKILL")));
  const ended = (main?.status ?? stopped.promise).then((status) => {
    programs.signal("SIGTERM");
    // A kill during an import loses nothing.
    later(PATIENCE_MS, () => programs.signal("SIGKILL"));
    return status;
  });
  // The watch is a separate process, so a hostile file cannot end the service.
  await Promise.all(programs.due.map((one) => runWhenDue(programs.dueProgram(one), ended)));
  const { code, signal } = await ended;
  const message = isStopped ? null : endedBySystem(name, signal);
  if (message !== null) printError(message);
  return mayHang && isStopped && signal === "SIGKILL" ? 0 : code;
}

/**
 * Starts a program with further variables, and resolves to what it has printed.
 *
 * @param started Called with its process.
 */
export async function runPrinting(
  name: ProgramName,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  started: (child: Deno.ChildProcess) => void = () => {},
): Promise<JobResult> {
  const variable = withSettingsFiles((one) => variables[one] ?? environment(one));
  const child = new Deno.Command(Deno.execPath(), {
    args: launchArguments(name, variable, args),
    env: { ...launchEnvironment(name, variable), ...variables, NO_COLOR: "1" },
    ...{ stdin: "null", stdout: "piped", stderr: "piped" },
  }).spawn();
  started(child);
  const { stdout, stderr } = await child.output();
  const [output, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)) as [string, string];
  return { output, errors };
}

function later(milliseconds: number, then: () => void): void {
  Deno.unrefTimer(setTimeout(then, milliseconds));
}

const NAMES = Object.keys(PROGRAMS) as readonly ProgramName[];

function duePrograms(name: ProgramName, args: readonly string[]): readonly ProgramName[] {
  const { runsDue, runs, repeats } = PROGRAMS[name];
  if (repeats && args.length === 0) return [name];
  if (runs !== undefined) return runs.map(named);
  // Somebody may add sources and receivers while the service runs.
  const mayBecomeDue = (one: ProgramName) =>
    PROGRAMS[one].dueWith !== undefined && (isDue(one) || settingsFiles(one).length > 0);
  return runsDue ? NAMES.filter(mayBecomeDue) : [];
}

/** The files of a program's settings, which may be missing. */
function settingsFiles(name: ProgramName): readonly string[] {
  const { dueWith = [] } = PROGRAMS[name];
  return SETTINGS_VARIABLES.filter((one) => dueWith.includes(one)).flatMap((one) =>
    settingsFile(environment, one) ?? []
  );
}

/** True if the program needs no settings, or has some. */
function isDue(name: ProgramName): boolean {
  return PROGRAMS[name].dueWith?.some((variable) => Boolean(settings(variable))) ?? true;
}

function named(name: string | undefined): ProgramName {
  const found = NAMES.find((known) => known === name);
  if (found !== undefined) return found;
  throw new OperatorError(`There is no program ${JSON.stringify(name ?? "")}; allowed are ${NAMES.join(", ")}.`);
}

const FOLDER_PREFIX = "public-reviews-";

/** Removes the folders of launchers that were killed: their files may name people. */
export async function removeDeadFolders(parent: string): Promise<void> {
  // A folder of the system may be closed to listing.
  for (const { name } of await Array.fromAsync(Deno.readDir(parent)).catch(() => [])) {
    const [, pid] = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // Another user's stays.
    await Deno.remove(`${parent}/${name}`, { recursive: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** The running programs of one launch, and their temporary folders, which disposal removes. */
class Programs implements AsyncDisposable {
  readonly #running = new Set<Deno.ChildProcess>();

  /** @param folders Paths of folders, by the variable that names each to the programs. */
  private constructor(readonly due: readonly ProgramName[], readonly folders: Readonly<Record<string, string>>) {}

  /** Makes the folders that a program and its due programs need. */
  static async prepare(name: ProgramName, due: readonly ProgramName[]): Promise<Programs> {
    if (due.length === 0 && !PROGRAMS[name].hasFolder) return new Programs(due, {});
    const LAUNCH_FOLDER = await Deno.makeTempDir({ prefix: `${FOLDER_PREFIX}${Deno.pid}-` });
    await removeDeadFolders(dirname(LAUNCH_FOLDER));
    if (!due.some((one) => PROGRAMS[one].awaitsNews)) return new Programs(due, { LAUNCH_FOLDER });
    const NEWS_FOLDER = `${LAUNCH_FOLDER}/news`;
    await Deno.mkdir(NEWS_FOLDER);
    return new Programs(due, { LAUNCH_FOLDER, NEWS_FOLDER });
  }

  /** Reads the variable of a folder, or one of the environment. */
  readonly variable = (name: string): string | undefined => this.folders[name] ?? settings(name);

  /** Arguments of `deno` for a program, and the variables that are added for it. */
  command(name: ProgramName, args: readonly string[]) {
    return {
      args: launchArguments(name, this.variable, args),
      env: {
        ...launchEnvironment(name, this.variable),
        ...this.folders,
        ...this.due.includes(name) && { PLAN_FILE: this.#planFile(name) },
      },
    };
  }

  /** Starts a program on the terminal of this process. */
  start(name: ProgramName, args: readonly string[], added: Readonly<Record<string, string>> = {}): Deno.ChildProcess {
    const terminal = { stdin: "inherit", stdout: "inherit", stderr: "inherit" } as const;
    const { env, ...command } = this.command(name, args);
    const child = new Deno.Command(Deno.execPath(), { ...command, ...terminal, env: { ...env, ...added } }).spawn();
    this.track(child);
    return child;
  }

  /** Has a process get the signals of this one while it runs. */
  track(child: Deno.ChildProcess): void {
    this.#running.add(child);
    void child.status.then(() => this.#running.delete(child));
  }

  dueProgram(name: ProgramName): DueProgram {
    const { NEWS_FOLDER } = this.folders;
    return {
      run: async () => {
        if (!isDue(name)) return NOTHING_DUE;
        await this.start(name, ["--due"]).status;
      },
      plan: this.#planFile(name),
      folders: PROGRAMS[name].awaitsNews && NEWS_FOLDER !== undefined ? [NEWS_FOLDER] : [],
      files: settingsFiles(name),
    };
  }

  #planFile(name: ProgramName): string {
    return `${this.folders["LAUNCH_FOLDER"]}/${name}.json`;
  }

  signal(signal: Deno.Signal): void {
    for (const child of this.#running) signalProgram(child, signal);
  }

  /** Removes the folders. `NEWS_FOLDER` is inside `LAUNCH_FOLDER`. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { LAUNCH_FOLDER } = this.folders;
    if (LAUNCH_FOLDER !== undefined) await Deno.remove(LAUNCH_FOLDER, { recursive: true });
  }
}

// V8 ends a process with one of these signals when its heap is full (`signal(7)`).
const HEAP_FULL: readonly (Deno.Signal | null)[] = ["SIGTRAP", "SIGABRT", "SIGILL"];

const MEMORY_ADVICE = "The store is unharmed. docs/operate.md lists the memory that it needs.";

/**
 * Returns the message about a program that the system or V8 ended with a signal, nearly always because memory ran out;
 * null for another signal. Without it the operator sees only the C++ stack of V8, or nothing.
 */
export function endedBySystem(name: ProgramName, signal: Deno.Signal | null): string | null {
  const cause = HEAP_FULL.includes(signal)
    ? "ran out of memory"
    : signal === "SIGKILL"
    ? "was ended by the system (SIGKILL), as it does when memory runs out"
    : null;
  if (cause === null) return null;
  return `deno task ${name} ${cause}. ${PROGRAMS[name].memoryAdvice ?? MEMORY_ADVICE}`;
}

if (import.meta.main) {
  try {
    const [name, ...args] = Deno.args;
    Deno.exit(await launch(named(name), args));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    printError(error.message);
    Deno.exit(1);
  }
}
