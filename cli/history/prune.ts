import { environment } from "../../service/store/kv_location.ts";
import { print } from "../../terminal/print.ts";
import { numberOption, refuseArguments, type Subcommand } from "../command/run_command.ts";
import { readConfiguration } from "../../service/configuration.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import { prunableRevisions, pruneRevisions, readRevisions } from "../../domain/dataset/history.ts";

const HELP = `Remove all but the newest revisions, and the rest of broken-off imports.

  deno task history prune [options]

An archive younger than a quarter of an hour stays until a later import.

  --keep N    revisions to keep, with the published one; default KEPT_REVISIONS
  --dry-run   say what would happen and write nothing
  --help      this text`;

/** `history prune`: removes old revisions. */
export const prune: Subcommand = {
  help: HELP,
  options: { keep: { type: "string" }, "dry-run": { type: "boolean" } },
  run: (line) => {
    refuseArguments(line, "prune", "--keep takes the number of revisions");
    const kept = numberOption(line, "keep", 1000) ?? readConfiguration(environment).keptRevisions;
    return withHubStore(async (kv) => {
      if (line.flag("dry-run")) {
        const numbers = prunableRevisions(await readRevisions(kv), kept).map(({ record }) => record.head.number);
        print(`Dry run: nothing was written. ${capital(revisionsText(numbers))} would be taken out of the history.`);
        return 0;
      }
      const { numbers, archives } = await pruneRevisions(kv, kept, new Date());
      const stored = archives === 1 ? "1 archive was" : `${archives} archives were`;
      print(`Took ${revisionsText(numbers)} out of the history; ${stored} removed.`);
      return 0;
    });
  },
};

function revisionsText(numbers: readonly number[]): string {
  if (numbers.length === 0) return "no revision";
  return numbers.length === 1 ? `revision ${numbers[0]}` : `${numbers.length} revisions`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
