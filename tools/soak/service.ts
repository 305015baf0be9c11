import type { Processes } from "../bench/processes.ts";
import { signalProgram } from "../../cli/command/child_process.ts";
import { linesOf } from "../../tests/support/service/test_server.ts";
import { launchEnvironment } from "../../cli/launch/launch_environment.ts";
import { launchArguments } from "../../cli/launch/launch_arguments.ts";
import { type ShiftedClock, type Timeline, wait } from "./timeline.ts";
import type { Findings } from "./findings.ts";

/** Collaborators of a service, which the whole soak shares. */
export interface ServiceSurroundings {
  readonly processes: Processes;
  readonly findings: Findings;
  readonly timeline: Timeline;
  readonly clock: ShiftedClock;
  /** Environment of services and commands. */
  readonly environment: Readonly<Record<string, string>>;
  /** Aborted when everything must end at once. */
  readonly interrupted: AbortSignal;
}

/** Maximum number of open files and connections of a service. */
export const MOST_DESCRIPTORS = 512;

const PRELOADED = ["hosts/shifted_clock.ts", "service/other_settings.ts"].flatMap((file) => [
  "--preload",
  `${import.meta.dirname}/../../tests/support/${file}`,
]);
/** Folder of the project, in which its programs run. */
export const ROOT = new URL("../../", import.meta.url);
const STOPS_WITHIN_MS = 20_000;
const LINES_KEPT = 24;

/** Returns the `deno` arguments and the environment with which a task runs a program, plus the shifted clock. */
export function shiftedProgram(
  name: "start" | "import" | "export" | "hub",
  { environment, clock: { file } }: Pick<ServiceSurroundings, "environment" | "clock">,
): { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> } {
  const limited: Record<string, string> = { ...environment, DESCRIPTOR_LIMIT: String(MOST_DESCRIPTORS) };
  const args = launchArguments(name, (variable) => limited[variable]);
  const reading = args.includes("--allow-read") ? [] : [`--allow-read=${file}`];
  return {
    args: [...args.slice(0, -1), ...PRELOADED, ...reading, "--allow-env=CLOCK_FILE,OTHER_SETTINGS", ...args.slice(-1)],
    env: { ...launchEnvironment("start", (variable) => limited[variable]), ...limited, CLOCK_FILE: file },
  };
}

/** Service, run like `deno task start`. Restarts use the same port and store. */
export class Service {
  #child: Deno.ChildProcess | null = null;
  readonly #endedByUs = new WeakSet<Deno.ChildProcess>();
  #end: (() => void) | null = null;
  #starting: Promise<void> | null = null;
  #resume: (() => void) | null = null;
  #lines: string[] = [];
  /** Number of starts so far. */
  life = 0;

  constructor(readonly name: string, readonly port: number, private readonly surroundings: ServiceSurroundings) {}

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Id of the process; null while none runs. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** True while the service runs and answers. */
  get isUp(): boolean {
    return this.#child !== null && this.#starting === null;
  }

  /**
   * Starts the service. Resolves when it answers. A failed start is repeated. It is a fault, unless the disk was full or
   * a paused service had locked the store, and its one sentence says so.
   */
  start(): Promise<void> {
    return this.#starting ??= this.#startAgain().finally(() => this.#starting = null);
  }

  /** Kills it with SIGKILL. */
  async kill(): Promise<void> {
    if (this.#child === null) return;
    this.surroundings.findings.count("process: killed");
    await this.#endWith("SIGKILL");
  }

  /** Stops it with SIGTERM. A late end, or a code other than 0, is a fault. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    const { findings } = this.surroundings;
    findings.count("process: stopped");
    const begun = performance.now();
    const late = new AbortController();
    void wait(STOPS_WITHIN_MS, late.signal).then(() => {
      if (late.signal.aborted) return;
      findings.fault("died", `${this.name} had not stopped ${STOPS_WITHIN_MS / 1000} s after SIGTERM.`);
      signalProgram(child, "SIGKILL");
    });
    const code = await this.#endWith("SIGTERM");
    late.abort();
    findings.highest("process: longest stop, ms", Math.round(performance.now() - begun));
    if (code !== 0) findings.fault("died", `${this.name} ended with code ${code} after SIGTERM: ${this.#tail()}`);
  }

  /** Pauses it with SIGSTOP for the given time. */
  async pause(milliseconds: number, over: AbortSignal): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    const { findings, timeline } = this.surroundings;
    findings.count("process: paused");
    const end = timeline.begin("paused", this.name);
    signalProgram(child, "SIGSTOP");
    this.#resume = () => signalProgram(child, "SIGCONT");
    await wait(milliseconds, over);
    this.#resume();
    this.#resume = null;
    // Time to catch up, during which answers may be slow.
    await wait(1000, over);
    end();
  }

  async #startAgain(): Promise<void> {
    const { findings, timeline, interrupted } = this.surroundings;
    this.#end ??= timeline.begin("down", this.name);
    const begun = performance.now();
    while (!interrupted.aborted) {
      const triedAt = Date.now();
      const code = await this.#startOnce();
      if (code === null) break;
      if (interrupted.aborted) return;
      const isExcused = timeline.touched(triedAt, Date.now(), ["full disk", "paused"]);
      // By then its last lines are read.
      await wait(2000, interrupted);
      if (isExcused && /^Cannot use the store [^|]+$/.test(this.#tail())) findings.count("refused: start");
      else findings.fault("died", `${this.name} ended with code ${code} at its start: ${this.#tail()}`);
    }
    findings.count("process: started");
    findings.highest("process: longest start, ms", Math.round(performance.now() - begun));
    this.#end?.();
    this.#end = null;
  }

  /** Starts the process. Resolves to null when it answers, or to its exit code. */
  async #startOnce(): Promise<number | null> {
    const { args: deno, env } = shiftedProgram("start", this.surroundings);
    const args = ["-c", `ulimit -n ${MOST_DESCRIPTORS} && exec "$0" "$@"`, Deno.execPath(), ...deno];
    const options = { cwd: ROOT, env: { ...env, PORT: String(this.port) }, stdout: "piped", stderr: "piped" } as const;
    const child = this.surroundings.processes.start("sh", args, options);
    this.life++;
    this.#child = child;
    this.#lines = [];
    const serves = Promise.withResolvers<null>();
    void this.#readLog(child, serves.resolve).catch(() => {});
    void this.#readErrors(child).catch(() => {});
    const ended = child.status.then(({ code }) => {
      if (this.#child === child) this.#child = null;
      return code;
    });
    const code = await Promise.race([serves.promise, ended]);
    if (code === null) void ended.then((code) => this.#hasEnded(child, code));
    return code;
  }

  #hasEnded(child: Deno.ChildProcess, code: number): void {
    const { findings, timeline, interrupted } = this.surroundings;
    if (this.#endedByUs.has(child) || interrupted.aborted) return;
    // Begins five seconds ago, so that requests that failed just before count as effects.
    this.#end ??= timeline.begin("down", this.name, 5000);
    findings.fault("died", `${this.name} ended by itself with code ${code}: ${this.#tail()}`);
    void this.start();
  }

  async #endWith(name: Deno.Signal): Promise<number> {
    const child = this.#child;
    if (child === null) return 0;
    this.#endedByUs.add(child);
    this.#end ??= this.surroundings.timeline.begin("down", this.name);
    this.#resume?.();
    signalProgram(child, name);
    const { code } = await child.status;
    this.#child = null;
    return code;
  }

  async #readLog(child: Deno.ChildProcess, serves: (none: null) => void): Promise<void> {
    const { findings } = this.surroundings;
    for await (const line of linesOf(child.stdout)) {
      if (line.includes('"message":"request"')) continue;
      if (line.includes('"message":"hub started"')) serves(null);
      const { level, message, reason } = parsed(line);
      if (level !== "error" && level !== "warn") continue;
      this.#keep(line);
      findings.count(`log: ${message}: ${String(reason ?? "").split("\n")[0]?.slice(0, 100)}`);
    }
  }

  async #readErrors(child: Deno.ChildProcess): Promise<void> {
    for await (const line of linesOf(child.stderr)) this.#keep(line);
  }

  #keep(line: string): void {
    // Skips the long list of arguments that Deno prints in a panic.
    if (line.trim() === "" || line.startsWith("Args:")) return;
    this.#lines = [...this.#lines, line.slice(0, 300)].slice(-LINES_KEPT);
  }

  #tail(): string {
    return this.#lines.join(" | ") || "no output";
  }
}

function parsed(line: string): { readonly level?: unknown; readonly message?: unknown; readonly reason?: unknown } {
  try {
    return JSON.parse(line);
  } catch {
    return { level: "error", message: "no JSON in the log", reason: line };
  }
}
