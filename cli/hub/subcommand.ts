import type { CommandLine, CommandOptions } from "../command/run_command.ts";

/** One of the hub's commands. */
export interface Subcommand {
  readonly help: string;
  readonly options: CommandOptions;
  /**
   * Resolves to the exit code. The line's files are what follows the name of the command.
   *
   * @throws {UsageError} for what cannot be carried out.
   */
  readonly run: (line: CommandLine) => Promise<number>;
}
