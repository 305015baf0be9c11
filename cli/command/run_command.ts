import { parseArgs } from "node:util";
import { escapedControls, print, printError, untilPipeCloses } from "../../terminal/print.ts";
import { OperatorError, operatorMessage, operatorTexts } from "../../domain/operator_error.ts";
import { jsonText } from "../../domain/sentences/sentence.ts";
import { SERVICE } from "../../domain/service.ts";
import { isCalendarDate } from "../../domain/string_formats.ts";

/** An invalid command line. The message says what is wrong and what is allowed. */
export class UsageError extends OperatorError {
  override readonly name: string = "UsageError";
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
 * Runs a command and resolves to its exit code. Prints help or version for `--help` and `--version`. Prints the message of
 * an error that the operator can fix; the exit code is 1 then. Throws any other error.
 *
 * @param command Resolves to the exit code.
 */
export async function runCommand(
  args: readonly string[],
  help: string,
  options: CommandOptions,
  command: (line: CommandLine) => Promise<number>,
): Promise<number> {
  try {
    const line = readCommandLine(args, options);
    const text = line.flag("help") ? help : line.flag("version") ? SERVICE.version : null;
    if (text === null) return await command(line);
    return await untilPipeCloses(() => {
      print(text);
      return 0;
    });
  } catch (error) {
    const message = operatorMessage(error);
    if (message === null) throw error;
    // Commands that change something have a dry run. A wrong call ends before the change.
    const isUnchanged = error instanceof UsageError && Object.hasOwn(options, "dry-run");
    const more = isUnchanged ? `${message.includes("\n") ? "\n" : " "}Nothing was changed.` : "";
    if (args.includes("--sentences")) print(jsonText({ fault: operatorTexts(error) }, true));
    else printError(escapedControls(message + more));
    return 1;
  }
}

/**
 * Refuses arguments that are no options.
 *
 * @param name The command.
 * @param advice A clause that says what to use instead.
 */
export function refuseArguments({ files }: CommandLine, name: string, advice = "--help lists them"): void {
  if (files[0] === undefined) return;
  throw new UsageError(`${JSON.stringify(files[0])} is not an option of ${name}: ${advice}.`);
}

/**
 * Parses the value of an option; undefined without the option.
 *
 * @param allowed A clause that says what is allowed.
 * @throws {UsageError} If `read` returns undefined for the value.
 */
export function checkedOption<Value>(
  line: CommandLine,
  name: string,
  allowed: string,
  read: (text: string) => Value | undefined,
): Value | undefined {
  const text = line.text(name);
  const value = text === null ? undefined : read(text);
  if (text === null || value !== undefined) return value;
  throw new UsageError(`--${name} is ${JSON.stringify(text)}; ${allowed}.`);
}

/** Parses an option that has one of these values, as {@linkcode checkedOption} does. */
export function wordOption<Word extends string>(line: CommandLine, name: string, words: readonly Word[]) {
  return checkedOption(line, name, allowedWords(words), (text) => words.find((word) => word === text));
}

/** A clause that says which words are allowed. */
export function allowedWords(words: readonly string[]): string {
  return `allowed is ${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** Parses a whole number from 1 to `most`, as {@linkcode checkedOption} does. */
export function numberOption(line: CommandLine, name: string, most: number): number | undefined {
  return checkedOption(line, name, `allowed is a whole number from 1 to ${most}`, (text) => {
    return /^[1-9]\d{0,5}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
  });
}

/** Parses a day, as {@linkcode checkedOption} does. */
export function dayOption(line: CommandLine, name: string, allowed: string): string | undefined {
  return checkedOption(line, name, allowed, (day) => isCalendarDate(day) ? day : undefined);
}

/**
 * Parses arguments.
 *
 * @throws {UsageError} If an option is unknown, lacks its value, or is given twice.
 */
export function readCommandLine(args: readonly string[], options: CommandOptions): CommandLine {
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

const COMMON = { help: { type: "boolean" }, version: { type: "boolean" } } as const;

/** Option of a command whose `--json` the page for the owner shows in the owner's language (`launch/jobs.ts`). */
export const SENTENCES = { sentences: { type: "boolean" } } as const;

function parse(args: readonly string[], options: CommandOptions) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, ...COMMON },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message.split(". ")[0]?.replace(/\.$/, "")}. --help lists the options.`);
  }
}

/** A subcommand, such as `hub list`. */
export interface Subcommand {
  readonly help: string;
  readonly options: CommandOptions;
  /**
   * Runs it and resolves to the exit code. `files` are the arguments after the subcommand's name.
   *
   * @throws {UsageError} If the arguments are invalid.
   */
  readonly run: (line: CommandLine) => Promise<number>;
}

/**
 * Runs the subcommand that the first argument names, as {@linkcode runCommand} does. `--help` without a subcommand lists them.
 *
 * @param usual Name of the default subcommand.
 */
export async function runSubcommand(
  args: readonly string[],
  help: string,
  subcommands: Readonly<Record<string, Subcommand>>,
  usual = "",
): Promise<number> {
  const named = ownSubcommand(subcommands, args[0]);
  const isBare = args.every((argument) => argument.startsWith("-") && !/^--(?:help|version)$/.test(argument));
  const subcommand = named ?? (isBare ? ownSubcommand(subcommands, usual) : undefined);
  if (subcommand !== undefined) {
    const skipped = named === undefined ? 0 : 1;
    return await runCommand(
      args,
      subcommand.help,
      subcommand.options,
      (line) => untilPipeCloses(() => subcommand.run({ ...line, files: line.files.slice(skipped) })),
    );
  }
  return await runCommand(args, help, {}, ({ files }) => {
    const what = files[0] === undefined ? "No command is given" : `${JSON.stringify(files[0])} is not a command`;
    throw new UsageError(`${what}; allowed are ${Object.keys(subcommands).join(", ")}. See --help.`);
  });
}

function ownSubcommand(subcommands: Readonly<Record<string, Subcommand>>, name = ""): Subcommand | undefined {
  return Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
}
