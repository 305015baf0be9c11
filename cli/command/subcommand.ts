import { untilPipeCloses } from "./closed_pipe.ts";
import { type CommandLine, type CommandOptions, runCommand, UsageError } from "./run_command.ts";

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
 * Runs the subcommand that the first argument names; `--help` before one tells what there is.
 *
 * @param usual The one that runs where none is named.
 */
export async function runSubcommand(
  help: string,
  subcommands: Readonly<Record<string, Subcommand>>,
  usual = "",
): Promise<never> {
  const named = ownSubcommand(subcommands, Deno.args[0]);
  const isBare = Deno.args.every((argument) => argument.startsWith("-") && !/^--(?:help|version)$/.test(argument));
  const subcommand = named ?? (isBare ? ownSubcommand(subcommands, usual) : undefined);
  if (subcommand !== undefined) {
    const skipped = named === undefined ? 0 : 1;
    return await runCommand(
      subcommand.help,
      subcommand.options,
      (line) => untilPipeCloses(() => subcommand.run({ ...line, files: line.files.slice(skipped) })),
    );
  }
  return await runCommand(help, {}, ({ files }) => {
    const what = files[0] === undefined ? "No command is given" : `${JSON.stringify(files[0])} is not a command`;
    throw new UsageError(`${what}; allowed are ${Object.keys(subcommands).join(", ")}. --help tells more.`);
  });
}

function ownSubcommand(subcommands: Readonly<Record<string, Subcommand>>, name = ""): Subcommand | undefined {
  return Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
}
