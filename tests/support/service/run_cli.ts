/** What a command of the operator printed, and how it ended. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs one of the operator's commands in a process of its own, as the task does.
 *
 * @param command File in `cli/` without its ending.
 */
export async function runCli(command: string, args: readonly string[], kvPath: string): Promise<CommandResult> {
  const { code, stdout, stderr } = await cliCommand(command, args, kvPath).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/**
 * One of the operator's commands, not started yet.
 *
 * @param options `preload` names a module that runs before the command; `env` adds to its environment.
 */
export function cliCommand(
  command: string,
  args: readonly string[],
  kvPath: string,
  { preload, env }: { readonly preload?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Deno.Command {
  const before = preload === undefined ? [] : ["--preload", preload];
  const permissions = ["--no-prompt", "--allow-env", "--allow-read", "--allow-write"];
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", ...permissions, ...before, `cli/${command}.ts`, ...args],
    cwd: new URL("../../../", import.meta.url),
    env: { KV_PATH: kvPath, ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}
