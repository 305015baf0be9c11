import { type CommandLine, runCommand, UsageError } from "./command/run_command.ts";
import { list } from "./hub/list.ts";
import { remove } from "./hub/remove.ts";
import { replay } from "./hub/replay.ts";
import { show } from "./hub/show.ts";
import { stats } from "./hub/stats.ts";
import type { Subcommand } from "./hub/subcommand.ts";

const HELP = `Look after the hub's subscriptions, while the service runs or does not.

  deno task hub list      subscriptions and requests that wait for their verification
  deno task hub show      everything about one subscription
  deno task hub remove    end subscriptions and have their subscribers told
  deno task hub replay    send the current version again
  deno task hub stats     how many there are, and what is still to be done

Each tells more with --help. KV_PATH names the store.`;

const SUBCOMMANDS: ReadonlyMap<string, Subcommand> = new Map(Object.entries({ list, show, remove, replay, stats }));

async function runSubcommand({ run }: Subcommand, line: CommandLine): Promise<number> {
  try {
    return await run({ ...line, files: line.files.slice(1) });
  } catch (error) {
    // The reader of a pipe, such as `head`, has closed it: no error.
    if (error instanceof Deno.errors.BrokenPipe) return 0;
    throw error;
  }
}

function refuse({ files }: CommandLine): Promise<number> {
  const what = files[0] === undefined ? "No command is given" : `${JSON.stringify(files[0])} is not a command`;
  throw new UsageError(`${what}; allowed are ${[...SUBCOMMANDS.keys()].join(", ")}. --help tells more.`);
}

if (import.meta.main) {
  const subcommand = SUBCOMMANDS.get(Deno.args[0] ?? "");
  if (subcommand === undefined) await runCommand(HELP, {}, refuse);
  else await runCommand(subcommand.help, subcommand.options, (line) => runSubcommand(subcommand, line));
}
