import { parseArgs } from "node:util";
import { SERVICE } from "../../domain/service.ts";
import { untilPipeCloses } from "./closed_pipe.ts";
import { OperatorError } from "./operator_error.ts";
import { operatorMessage } from "./operator_message.ts";
import { escapedControls } from "./escaped_controls.ts";
import { print, printError } from "./print.ts";

/** An invalid command line. The message says what is wrong and what is allowed. */
export class UsageError extends OperatorError {
  override readonly name = "UsageError";
}

/** Options of a command, as in `parseArgs` of node:util. */
export type CommandOptions = Readonly<
  Record<string, { readonly type: "string" | "boolean"; readonly multiple?: boolean; readonly short?: string }>
>;

/** The parsed command line. */
export interface CommandLine {
  readonly files: readonly string[];
  /** The value of a string option, or null. */
  readonly text: (name: string) => string | null;
  /** All values of a repeatable string option. */
  readonly texts: (name: string) => readonly string[];
  /** Whether a boolean option is set. */
  readonly flag: (name: string) => boolean;
}

/**
 * Runs a command: prints help or version for `--help` and `--version`, prints the message of an OperatorError or of a
 * store that refuses and exits with code 1, and throws any other error.
 *
 * @param command Resolves to the exit code.
 */
export async function runCommand(
  help: string,
  options: CommandOptions,
  command: (line: CommandLine) => Promise<number>,
): Promise<never> {
  try {
    const line = readCommandLine(Deno.args, options);
    if (line.flag("help")) Deno.exit(await printed(help));
    if (line.flag("version")) Deno.exit(await printed(SERVICE.version));
    Deno.exit(await command(line));
  } catch (error) {
    const message = operatorMessage(error);
    if (message === null) throw error;
    printError(escapedControls(message));
    Deno.exit(1);
  }
}

function printed(text: string): Promise<number> {
  return untilPipeCloses(() => {
    print(text);
    return 0;
  });
}

function readCommandLine(args: readonly string[], options: CommandOptions): CommandLine {
  const parsed = parse(args, options);
  const values = new Map(Object.entries<unknown>(parsed.values));
  const texts = (name: string) => [values.get(name)].flat().filter((value) => typeof value === "string");
  for (const [name, option] of Object.entries(options)) {
    const count = args.filter((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`)).length;
    if (!option.multiple && count > 1) throw new UsageError(`--${name} is given ${count} times; it may be given once.`);
  }
  return {
    files: parsed.positionals,
    text: (name) => texts(name)[0] ?? null,
    texts,
    flag: (name) => values.get(name) === true,
  };
}

function parse(args: readonly string[], options: CommandOptions) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, help: { type: "boolean" }, version: { type: "boolean" } },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message.split(". ")[0]?.replace(/\.$/, "")}. Call it with --help to see what there is.`);
  }
}
