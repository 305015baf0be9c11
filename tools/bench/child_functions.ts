import { fileURLToPath } from "node:url";
import { print } from "../../terminal/print.ts";
import { serveBareLoop } from "./hub.ts";
import { servePlainly } from "./plain_server.ts";
import type { Processes } from "./processes.ts";
import { publishReviews } from "./stores.ts";
import { serveSubscriber } from "./subscriber.ts";

/** Functions that run in a separate process, by their names. Their arguments and results are passed as JSON. */
const FUNCTIONS = { publishReviews, serveBareLoop, servePlainly, serveSubscriber };
type Functions = typeof FUNCTIONS;
type Result<Name extends keyof Functions> = Awaited<ReturnType<Functions[Name]>>;

const SCRIPT = fileURLToPath(import.meta.url);

/**
 * Starts a server function in a separate process, which keeps running.
 *
 * @returns The process and the result of the function, usually the ports.
 * @throws {Error} With the first line of standard error if the process ends without a result.
 */
export async function startServer<Name extends keyof Functions>(
  processes: Processes,
  name: Name,
  args: Parameters<Functions[Name]>,
): Promise<{ readonly child: Deno.ChildProcess; readonly result: Result<Name> }> {
  const command = ["run", "-qA", SCRIPT, name, JSON.stringify(args)];
  const child = processes.start(Deno.execPath(), command, { stdout: "piped", stderr: "piped" });
  const error = new Response(child.stderr).text();
  let text = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.endsWith("\n")) return { child, result: JSON.parse(text) };
  }
  throw new Error((await error).trim().split("\n")[0]);
}

/** Runs a function in a separate process, as {@linkcode startServer} does, and stops the process. Returns its result. */
export async function runFunction<Name extends keyof Functions>(
  processes: Processes,
  name: Name,
  args: Parameters<Functions[Name]>,
): Promise<Result<Name>> {
  const { child, result } = await startServer(processes, name, args);
  await processes.stop(child);
  return result;
}

async function main([name = "", args = "[]"]: readonly string[]): Promise<void> {
  const run: (...args: unknown[]) => unknown = Reflect.get(FUNCTIONS, name);
  print(JSON.stringify(await run(...JSON.parse(args)) ?? null));
}

if (import.meta.main) await main(Deno.args);
