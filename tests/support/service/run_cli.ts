/** The module to preload where this test run is one on stores that lose answers (`STORE_LOSSES`). */
export const LOSING_STORES = Deno.env.has("STORE_LOSSES") ? "tests/support/store/lose_answers.ts" : undefined;

/** Exit code and output of a command. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  /** Without the lines that tell how far it is: whoever publishes prints one every five seconds, on a slow machine. */
  readonly stderr: string;
}

const PROGRESS = /^[A-Z]\w+: [\d,]+(?: of [\d,]+)? [a-z]+\n/gm;

/**
 * Runs a command of `cli/` in a separate process, like its task.
 *
 * @param command File name in `cli/` without extension.
 */
export async function runCli(
  command: string,
  args: readonly string[],
  kvPath: string,
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const { code, stdout, stderr } = await cliCommand(command, args, kvPath, { env }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr).replace(PROGRESS, "") };
}

/**
 * A command of `cli/`, not started yet.
 *
 * @param options `preload` names a module to load before the command; `env` adds environment variables.
 */
export function cliCommand(
  command: string,
  args: readonly string[],
  kvPath: string,
  { preload = LOSING_STORES, env }: { readonly preload?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Deno.Command {
  const before = preload === undefined ? [] : ["--preload", preload];
  // As the launcher starts it: SQLite's VACUUM is for programs that may do everything.
  const permissions = command === "review" && args[0] === "erase" ? ["--allow-all"] : [
    "--no-prompt",
    "--allow-env",
    "--allow-read",
    "--allow-write",
    "--allow-net=127.0.0.1,localhost",
    "--allow-sys=statfs",
  ];
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", ...permissions, ...before, `cli/${command}.ts`, ...args],
    cwd: new URL("../../../", import.meta.url),
    env: { KV_PATH: kvPath, ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}
