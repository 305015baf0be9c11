import { parseArgs } from "node:util";
import { SERVICE } from "../../domain/service.ts";
import { OperatorError } from "./operator_error.ts";
import { print, printError } from "./print.ts";

/** A command line that cannot be carried out. The message says what is wrong and what is allowed. */
export class UsageError extends OperatorError {
  override readonly name = "UsageError";
}

/** Options of a command, as `parseArgs` describes them. */
export type CommandOptions = Readonly<
  Record<string, { readonly type: "string" | "boolean"; readonly multiple?: boolean }>
>;

/** What a command was called with. */
export interface CommandLine {
  readonly files: readonly string[];
  /** The one value of a text option, or null. */
  readonly text: (name: string) => string | null;
  /** All values of a text option. */
  readonly texts: (name: string) => readonly string[];
  readonly flag: (name: string) => boolean;
}

/**
 * Runs a command of the operator: `--help` prints the help, `--version` the version of the service; an error that the
 * operator can mend prints its message and ends the process with exit code 1; any other is thrown on.
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
    if (line.flag("help")) {
      print(help);
      Deno.exit(0);
    }
    if (line.flag("version")) {
      print(SERVICE.version);
      Deno.exit(0);
    }
    Deno.exit(await command(line));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    printError(error.message);
    Deno.exit(1);
  }
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
