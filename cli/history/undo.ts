import { changeDataset } from "../../domain/dataset/change_dataset.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { unarchiveDataset } from "../../domain/dataset/dataset_archive.ts";
import { withoutErased } from "../../domain/dataset/erasure/finish_erasure.ts";
import { readRevision, readRevisions, type RevisionList } from "../../domain/dataset/history/revision_records.ts";
import type { ChangeOutcome } from "../../domain/dataset/publish_change.ts";
import { print } from "../command/print.ts";
import { showProgress } from "../command/progress_line.ts";
import { type CommandLine, UsageError } from "../command/run_command.ts";
import type { Subcommand } from "../command/subcommand.ts";
import { readConfiguration } from "../service/configuration.ts";
import { withHubStore } from "../service/open_store.ts";
import { findRevision, lostRevision, revisionNumber } from "./find_revision.ts";
import { shownChanges } from "./shown_revision.ts";

const HELP = `Publish an earlier revision again, as a new one: reviews, hidden ones, business
and taxonomy.

  deno task history undo [options] [NUMBER]

NUMBER is the revision to go back to; otherwise the one before the published
one. What was erased stays erased. An undo is a revision as well: a second one
takes the first back.

  --dry-run   say what would happen and write nothing
  --help      this text`;

/** `history undo`: publishes an earlier revision as a new one. */
export const undo: Subcommand = {
  help: HELP,
  options: { "dry-run": { type: "boolean" } },
  run: (line) => {
    const [text, ...more] = line.files;
    if (more.length > 0) throw new UsageError("undo takes the number of one revision.");
    const wanted = text === undefined ? null : revisionNumber(text);
    // What is published again is analysed again: of 100,000 reviews that takes as long as their import.
    const { clear } = showProgress();
    return undone(line, wanted).finally(clear).then((said) => {
      print(said);
      return 0;
    });
  },
};

/** Publishes a revision again, the one before the published one if none is named, and says so. */
function undone(line: CommandLine, wanted: number | null): Promise<string> {
  const { keptRevisions } = readConfiguration((name) => Deno.env.get(name));
  return withHubStore(async (kv) => {
    const revisions = await readRevisions(kv);
    const number = wanted ?? numberBefore(revisions);
    if (number === revisions.published) throw new UsageError(`Revision ${number} is published. Nothing was undone.`);
    const record = findRevision(revisions, number);
    const archive = await readRevision(kv, record);
    if (archive === null) throw lostRevision(record);
    const { operator_insights, sample } = record.head;
    const dataset = unarchiveDataset(archive, { operatorInsights: operator_insights, sample });
    const outcome = await changeDataset(kv, {
      publisher: { command: "history undo", sources: [`revision ${number}`] },
      decide: (current, erased) => {
        // What the operator has seen and wants undone is not what is published any more.
        if (current?.head.number === revisions.published || current?.head.number === undefined) {
          return { dataset: withoutErased(dataset, erased) };
        }
        throw new UsageError(
          `Revision ${current.head.number} was published meanwhile. Nothing was undone; look at it, and say undo again.`,
        );
      },
      dryRun: line.flag("dry-run"),
      keptRevisions,
      now: () => new Date(),
    });
    return report(number, outcome);
  });
}

function numberBefore({ entries, published }: RevisionList): number {
  const found = entries.find(({ record }) => record.head.number < (published ?? 0));
  if (found !== undefined) return found.record.head.number;
  throw new UsageError("The store keeps no revision before the published one. Nothing was undone.");
}

function report(number: number, { end, changes, head, result }: ChangeOutcome<{ readonly dataset: Dataset }>): string {
  if (end === "unchanged") return `Nothing changed: revision ${number} holds what is published.`;
  const { reviews: all, sample } = result.dataset;
  const reviews = `${all.length} ${sample ? "fictional sample " : ""}${all.length === 1 ? "review" : "reviews"}`;
  return end === "dry run"
    ? `Dry run: nothing was written. ${reviews} of revision ${number} would be published (${shownChanges(changes)}).`
    : `Published ${reviews} of revision ${number} as revision ${head?.number} (${shownChanges(changes)}). ` +
      "A running server shows them within 2 seconds.";
}
