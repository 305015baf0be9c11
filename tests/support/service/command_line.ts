import type { CommandLine } from "../../../cli/command/run_command.ts";

/** A command line as a subcommand gets it, to try what it refuses without a process. */
export function commandLine(
  files: readonly string[],
  options: Readonly<Record<string, string | boolean>> = {},
): CommandLine {
  const text = (name: string) => {
    const value = options[name];
    return typeof value === "string" ? value : null;
  };
  return { files, text, texts: (name) => [text(name) ?? []].flat(), flag: (name) => options[name] === true };
}
