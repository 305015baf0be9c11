import { fileURLToPath } from "node:url";
import { print } from "../../terminal/print.ts";
import { signalProgram } from "../../cli/command/child_process.ts";

/** The child processes of a measurement. Those still running at its end or failure are killed by their ids. */
export class Processes implements AsyncDisposable {
  readonly #running = new Set<Deno.ChildProcess>();
  #closed = false;

  /**
   * Starts a process. Its standard error is inherited unless the options set it. Throws after disposal, so that no
   * process is left running.
   */
  start(command: string, args: readonly string[], options: Deno.CommandOptions = {}): Deno.ChildProcess {
    if (this.#closed) throw new Error(`${command} was not started: the measurement is over.`);
    const child = new Deno.Command(command, { stdin: "null", stdout: "null", ...options, args: [...args] }).spawn();
    this.#running.add(child);
    void child.status.then(() => this.#running.delete(child));
    return child;
  }

  /** Runs a process to its end. Resolves to the exit code and the output. */
  async run(command: string, args: readonly string[], options: Deno.CommandOptions = {}) {
    const child = this.start(command, args, { ...options, stdout: "piped", stderr: "piped" });
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  /** Kills one process and waits for its end. */
  async stop(child: Deno.ChildProcess): Promise<void> {
    if (this.#running.has(child)) signalProgram(child, "SIGKILL");
    await child.status;
  }

  /** Kills all processes and waits for their end. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#running].map((child) => this.stop(child)));
  }

  /** Kills all processes and prevents further ones. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.stopAll();
  }
}

/** Returns a port that is currently free. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Waits some milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// deno-lint-ignore no-explicit-any -- Only `any` accepts each function.
type ChildFunction = (...args: any[]) => unknown;
type Result<Run extends ChildFunction> = Awaited<ReturnType<Run>>;

/**
 * Starts the server function of a module in a separate process, which keeps running.
 *
 * @param module `import.meta.url` of the module, which calls {@linkcode replyToParent} with the function.
 * @param args Passed as JSON.
 * @returns The process and the result of the function, usually the ports.
 * @throws {Error} With the first line of standard error if the process ends without a result.
 */
export async function startServer<Run extends ChildFunction>(
  processes: Processes,
  module: string,
  args: Parameters<Run>,
): Promise<{ readonly child: Deno.ChildProcess; readonly result: Result<Run> }> {
  const command = ["run", "-qA", fileURLToPath(module), JSON.stringify(args)];
  const child = processes.start(Deno.execPath(), command, { stdout: "piped", stderr: "piped" });
  const error = new Response(child.stderr).text();
  let text = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.endsWith("\n")) return { child, result: JSON.parse(text) };
  }
  throw new Error((await error).trim().split("\n")[0] || `${module} ended without a result.`);
}

/** Runs a function in a separate process, as {@linkcode startServer} does, and stops the process. Returns its result. */
export async function runFunction<Run extends ChildFunction>(
  processes: Processes,
  module: string,
  args: Parameters<Run>,
): Promise<Result<Run>> {
  const { child, result } = await startServer<Run>(processes, module, args);
  await processes.stop(child);
  return result;
}

/** Calls a function with the arguments of {@linkcode startServer}, which started this process, and prints its result. */
export async function replyToParent(run: ChildFunction): Promise<void> {
  print(JSON.stringify(await run(...JSON.parse(Deno.args[0] ?? "[]"))));
}
