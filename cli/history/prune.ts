import { pruneRevisions } from "../../domain/dataset/history/prune_revisions.ts";
import { print } from "../command/print.ts";
import { type CommandLine, UsageError } from "../command/run_command.ts";
import type { Subcommand } from "../command/subcommand.ts";
import { readConfiguration } from "../service/configuration.ts";
import { withHubStore } from "../service/open_store.ts";

const HELP = `Remove all but the newest revisions, and what broken-off imports have left.

  deno task history prune [options]

The archive of a revision that is younger than a quarter of an hour goes with the next import after that.

  --keep N   how many stay, the published one included; otherwise KEPT_REVISIONS
  --help     this text`;

/** `history prune`: removes old revisions. */
export const prune: Subcommand = {
  help: HELP,
  options: { keep: { type: "string" } },
  run: (line) => {
    if (line.files.length > 0) throw new UsageError(`prune takes no ${JSON.stringify(line.files[0])}; --keep N.`);
    const kept = keepOption(line) ?? readConfiguration((name) => Deno.env.get(name)).keptRevisions;
    return withHubStore(async (kv) => {
      const { numbers, archives } = await pruneRevisions(kv, kept, new Date());
      const revisions = numbers.length === 1 ? `revision ${numbers[0]}` : `${numbers.length} revisions`;
      const stored = archives === 1 ? "1 archive was" : `${archives} archives were`;
      print(`Took ${numbers.length === 0 ? "no revision" : revisions} out of the history; ${stored} removed.`);
      return 0;
    });
  },
};

function keepOption(line: CommandLine): number | null {
  const text = line.text("keep");
  if (text === null) return null;
  const kept = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (kept >= 1 && kept <= 1000) return kept;
  throw new UsageError(`--keep is ${JSON.stringify(text)}; allowed is a whole number from 1 to 1000.`);
}
