import { fileURLToPath } from "node:url";
import type { Processes } from "./processes.ts";

/** How the process of a function is started. */
export interface ChildOptions {
  /** Flags of V8, such as `--expose-gc`. */
  readonly v8Flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const SCRIPT = fileURLToPath(import.meta.url);

/**
 * Starts a function in a separate process.
 *
 * @param module `import.meta.url` of the module that exports it.
 * @param args Passed as JSON.
 */
export function spawnFunction<Args extends readonly unknown[]>(
  processes: Processes,
  module: string,
  { name }: (...args: Args) => unknown,
  args: Args,
  { v8Flags = [], env = {} }: ChildOptions = {},
): Deno.ChildProcess {
  const flags = v8Flags.length === 0 ? [] : [`--v8-flags=${v8Flags.join()}`];
  const command = ["run", "-qA", ...flags, SCRIPT, module, name, JSON.stringify(args)];
  return processes.start(Deno.execPath(), command, { stdout: "piped", stderr: "piped", env });
}

/**
 * Waits for the result of a function that was started. The process of a server goes on.
 *
 * @throws {Error} With the first line of standard error if the process ends without a result.
 */
export async function resultOf<Result>({ stdout, stderr }: Deno.ChildProcess): Promise<Result> {
  const error = new Response(stderr).text();
  let text = "";
  for await (const chunk of stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.endsWith("\n")) return JSON.parse(text);
  }
  throw new Error((await error).trim().split("\n")[0]);
}

/** Starts a server in a separate process. Returns what it returned, usually its ports. */
export async function startServer<Args extends readonly unknown[], Result>(
  processes: Processes,
  module: string,
  serve: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<{ readonly child: Deno.ChildProcess; readonly result: Result }> {
  const child = spawnFunction(processes, module, serve, args);
  return { child, result: await resultOf(child) };
}

/** Runs a function in a separate process and returns its result. */
export async function runFunction<Args extends readonly unknown[], Result>(
  processes: Processes,
  module: string,
  run: (...args: Args) => Result | Promise<Result>,
  args: Args,
  options?: ChildOptions,
): Promise<Result> {
  const child = spawnFunction(processes, module, run, args, options);
  const result = await resultOf<Result>(child);
  // A store behind a network may keep the process alive.
  await processes.stop(child);
  return result;
}

async function main([module = "", name = "", args = "[]"]: readonly string[]): Promise<void> {
  const result = await (await import(module))[name](...JSON.parse(args));
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(result ?? null)}\n`));
}

// Not awaited: the module that is loaded imports this one.
if (import.meta.main) void main(Deno.args);
