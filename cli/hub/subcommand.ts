import type { CommandLine, CommandOptions } from "../command/run_command.ts";

/** A subcommand of `hub`. */
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
