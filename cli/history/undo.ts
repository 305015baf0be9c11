import { environment } from "../service/store/kv_location.ts";
import { changeDataset } from "../../domain/dataset/change_dataset.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import type { ChangeOutcome } from "../../domain/dataset/publish_change.ts";
import { counted, print } from "../command/print.ts";
import { showProgress } from "../command/progress_line.ts";
import { type CommandLine, type Subcommand, UsageError } from "../command/run_command.ts";
import { readConfiguration } from "../service/configuration.ts";
import { withHubStore } from "../service/store/open_store.ts";
import { revisionDataset, revisionNumber, shownChanges } from "./shown_revision.ts";
import { withoutErased } from "../../domain/dataset/finish_erasure.ts";
import { readRevisions, type RevisionList } from "../../domain/dataset/history.ts";
import { type DatasetImport, importDataset } from "../../domain/dataset/import_dataset.ts";
import { forgetConfirmed } from "../import/saved_mapping.ts";

const HELP = `Publish an earlier revision again, as a new one: reviews, hidden ones, business
and taxonomy.

  deno task history undo [options] [NUMBER]

NUMBER is the revision to go back to, by default the one before the published
one. Before the first revision nothing was published, and so it is then. Erased
reviews stay out. A second undo takes the first back. Imports that are undone
ask again how their files are read.

  --dry-run   say what would happen and write nothing
  --help      this text`;

const NO_IMPORT: DatasetImport = {
  reviews: [],
  business: null,
  place: null,
  insights: null,
  taxonomy: null,
  replace: false,
};

/** `history undo`: publishes an earlier revision as a new one. */
export const undo: Subcommand = {
  help: HELP,
  options: { "dry-run": { type: "boolean" } },
  run: (line) => {
    const [text, ...more] = line.files;
    if (more.length > 0) {
      throw new UsageError(
        `undo takes at most one revision number; it is given ${line.files.length}. "deno task history" lists them.`,
      );
    }
    const wanted = text === undefined ? null : revisionNumber(text);
    // The reviews are analysed again, which takes as long as their import.
    const { clear } = showProgress();
    return undone(line, wanted).finally(clear).then((said) => {
      print(said);
      return 0;
    });
  },
};

/** Publishes a revision again, by default the one before the published one. Resolves to the report. */
function undone(line: CommandLine, wanted: number | null): Promise<string> {
  const { keptRevisions } = readConfiguration(environment);
  return withHubStore(async (kv) => {
    const revisions = await readRevisions(kv);
    const number = wanted ?? numberBefore(revisions);
    if (number === revisions.published) throw new UsageError(`Revision ${number} is published. Nothing was undone.`);
    const dataset = number === 0
      ? importDataset(null, NO_IMPORT).dataset
      : await revisionDataset(kv, revisions, number);
    const outcome = await changeDataset(kv, {
      publisher: { command: "history undo", sources: number === 0 ? [] : [`revision ${number}`] },
      decide: (current, erased) => {
        // Otherwise it would undo a revision that the operator has not seen.
        if (current?.head.number === revisions.published || current?.head.number === undefined) {
          return { dataset: withoutErased(dataset, erased) };
        }
        throw new UsageError(
          `Revision ${current.head.number} was published meanwhile. Nothing was undone; check it, then run undo again.`,
        );
      },
      dryRun: line.flag("dry-run"),
      keptRevisions,
      now: () => new Date(),
    });
    if (outcome.end !== "dry run") await forgetConfirmed(kv, number);
    return report(number, outcome);
  });
}

/** The revision before the published one; 0 where that is the first. */
function numberBefore({ entries, published }: RevisionList): number {
  const found = entries.find(({ record }) => record.head.number < (published ?? 0));
  if (found !== undefined) return found.record.head.number;
  if (published === 1) return 0;
  throw new UsageError("The store keeps no revision before the published one. Nothing was undone.");
}

function report(number: number, { end, changes, head, result }: ChangeOutcome<{ readonly dataset: Dataset }>): string {
  const isDry = end === "dry run";
  const shown = shownChanges(changes);
  if (number === 0) {
    if (isDry) return `Dry run: nothing was written. Nothing would be published any more (${shown}).`;
    return `Nothing is published any more: revision 1 was the first. This is revision ${head?.number} (${shown}).`;
  }
  if (end === "unchanged") return `Nothing changed: revision ${number} holds what is published.`;
  const { reviews: { length }, sample } = result.dataset;
  const reviews = counted(length, sample ? "fictional sample review" : "review");
  if (isDry) {
    return `Dry run: nothing was written. ${reviews} of revision ${number} would be published (${shown}).`;
  }
  return `Published ${reviews} of revision ${number} as revision ${head?.number} (${shown}). ` +
    "A running server shows them within 2 seconds.";
}
