/** Module to preload if this test run uses stores that lose answers (`STORE_LOSSES`). */
export const LOSING_STORES = Deno.env.has("STORE_LOSSES") ? "tests/support/store/lose_answers.ts" : undefined;

const ROOT = new URL("../../../", import.meta.url);

/** Exit code and output of a command. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  /** Without progress lines. */
  readonly stderr: string;
}

/** Progress lines of a command, which depend on the speed of the machine. */
export const PROGRESS = /^[A-Z]\w+: [\d,]+(?: of [\d,]+)? [a-z]+\n/gm;

/**
 * Runs a command of `cli/` as its task does, but in this process, which has loaded it once for all tests of the file.
 * Commands run one after the other. {@linkcode runProcess} has the rest: the permissions of the task (an
 * erasure and `DENO_CERT` need their own), standard input, signals, locks of files and connections to stores.
 *
 * @param command File name in `cli/` without extension.
 */
export function runCli(
  command: string,
  args: readonly string[],
  kvPath: string,
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const result = lastRun.then(() => runHere(command, args, { KV_PATH: kvPath, ...env }));
  lastRun = result.catch(() => {});
  return result;
}

let lastRun: Promise<unknown> = Promise.resolve();

async function runHere(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const { main }: { main: (args: readonly string[]) => Promise<number> } = await import(`${ROOT}cli/${command}.ts`);
  using stdout = captured(Deno.stdout);
  using stderr = captured(Deno.stderr);
  using _input = replaced(Deno.stdin, { isTerminal: () => false });
  const { get } = Deno.env;
  using _env = replaced(Deno.env, { get: (name: string) => env[name] ?? get(name) });
  const code = await main(args).catch((error) => {
    Deno.stderr.writeSync(new TextEncoder().encode(`error: Uncaught (in promise) ${error.stack}\n`));
    return 1;
  });
  return { code, stdout: stdout.text(), stderr: stderr.text().replace(PROGRESS, "") };
}

/** Captures what is written to an output until disposal. */
function captured(output: typeof Deno.stdout | typeof Deno.stderr): Disposable & { readonly text: () => string } {
  const decoder = new TextDecoder();
  let text = "";
  const writeSync = (bytes: Uint8Array) => {
    text += decoder.decode(bytes, { stream: true });
    return bytes.length;
  };
  const write = (bytes: Uint8Array) => Promise.resolve(writeSync(bytes));
  const { [Symbol.dispose]: dispose } = replaced(output, { isTerminal: () => false, writeSync, write });
  return { text: () => text, [Symbol.dispose]: dispose };
}

/** Replaces methods of an object until disposal. */
function replaced<Thing extends object>(thing: Thing, methods: Partial<Thing>): Disposable {
  const before = Object.fromEntries(Object.keys(methods).map((name) => [name, Reflect.get(thing, name)]));
  Object.assign(thing, methods);
  return { [Symbol.dispose]: () => void Object.assign(thing, before) };
}

/** Runs a command of `cli/` in a separate process, with the permissions of its task. */
export async function runProcess(
  command: string,
  args: readonly string[],
  kvPath: string,
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return await resultOf(cliCommand(command, args, kvPath, { env }));
}

async function resultOf(command: Deno.Command): Promise<CommandResult> {
  const { code, ...output } = await command.output();
  const [stdout = "", stderr = ""] = [output.stdout, output.stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, stdout, stderr: stderr.replace(PROGRESS, "") };
}

/** Deno in the folder of the project, not started yet. */
export function denoCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  options: Pick<Deno.CommandOptions, "stdin" | "stderr"> = {},
): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    ...{ args: [...args], cwd: ROOT, env: { ...env }, stdout: "piped", stderr: "piped" },
    ...options,
  });
}

/** Runs Deno in the folder of the project to its end. */
export async function runDeno(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return await resultOf(denoCommand(args, env, { stdin: "null" }));
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
  return denoCommand(cliArguments(command, args, preload), { KV_PATH: kvPath, ...env }, { stdin: "null" });
}

/**
 * Runs a command of `cli/` at a terminal, and types the answers to its questions, a word each.
 * @returns Everything that the terminal shows, of both outputs.
 */
export async function runAtTerminal(
  command: string,
  args: readonly string[],
  kvPath: string,
  answers: string,
): Promise<{ readonly code: number; readonly shown: string }> {
  const line = [Deno.execPath(), ...cliArguments(command, args, LOSING_STORES)];
  const quoted = line.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  const terminal = new Deno.Command("script", {
    args: ["-qefc", quoted, "/dev/null"],
    cwd: ROOT,
    env: { KV_PATH: kvPath, NO_COLOR: "1", SHELL: "/bin/sh" },
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const input = terminal.stdin.getWriter();
  let shown = "";
  const open = answers.split(" ");
  for await (const text of terminal.stdout.pipeThrough(new TextDecoderStream())) {
    shown += text;
    if (open.length > 0 && /\[(?:y\/N|1-\d+|value)\] $/.test(shown)) {
      await input.write(new TextEncoder().encode(`${open.shift()}\n`));
    }
  }
  const { code } = await terminal.status;
  await input.close().catch(() => {});
  return { code, shown: shown.replaceAll("\r\n", "\n") };
}

function cliArguments(command: string, args: readonly string[], preload: string | undefined): readonly string[] {
  const before = preload === undefined ? [] : ["--preload", preload];
  // `review erase` gets all permissions, as from the launcher: SQLite's VACUUM needs them.
  const permissions = command === "review" && args[0] === "erase" ? ["--allow-all"] : [
    "--no-prompt",
    "--allow-env",
    "--allow-read",
    "--allow-write",
    "--allow-net=127.0.0.1,localhost",
    "--allow-sys=statfs",
  ];
  return ["run", "-q", ...permissions, ...before, `cli/${command}.ts`, ...args];
}

/** A temporary folder, removed on disposal. */
export interface TempStore extends AsyncDisposable {
  readonly folder: string;
  /** A path for the store; the file does not exist yet. */
  readonly kvPath: string;
}

/** Creates a temporary folder for a store. */
export async function tempStore(): Promise<TempStore> {
  const folder = await Deno.makeTempDir({ prefix: "reviews-test-" });
  return {
    folder,
    kvPath: `${folder}/reviews.kv`,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
