import { environment } from "../../service/store/kv_location.ts";
import { changeDataset } from "../../domain/dataset/change_dataset.ts";
import { counted, print, printError } from "../../terminal/print.ts";
import { showProgress } from "../../terminal/progress_line.ts";
import { askedAnswers, confirmation } from "../command/choice.ts";
import { type CommandLine, type Subcommand, UsageError } from "../command/run_command.ts";
import { readConfiguration } from "../../service/configuration.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import { revisionDataset, revisionNumber, shownChanges } from "./shown_revision.ts";
import { withoutErased } from "../../domain/dataset/finish_erasure.ts";
import { readRevisions, type RevisionList } from "../../domain/dataset/history.ts";
import { NOTHING } from "../../domain/dataset/import_dataset.ts";
import { forgetConfirmed } from "../import/saved_mapping.ts";

const HELP = `Publish an earlier revision again, as a new one: reviews, hidden ones, business
and taxonomy.

  deno task history undo [options] [NUMBER]

NUMBER is the revision to go back to, by default the one before the published
one. Before the first revision nothing was published, and so it is then. Erased
reviews stay out. A second undo takes the first back. Imports that are undone
ask again how their files are read. At a terminal it asks first; elsewhere it
changes nothing without --yes.

  --yes       undo without asking
  --dry-run   say what would happen and write nothing
  --help      this text`;

/** `history undo`: publishes an earlier revision as a new one. */
export const undo: Subcommand = {
  help: HELP,
  options: { yes: { type: "boolean" }, "dry-run": { type: "boolean" } },
  run: (line) => {
    const [text, ...more] = line.files;
    if (more.length > 0) {
      throw new UsageError(
        `undo takes at most one revision number; it is given ${line.files.length}. "deno task history" lists them.`,
      );
    }
    return undone(line, text === undefined ? null : revisionNumber(text));
  },
};

/** Publishes a revision again, by default the one before the published one. Resolves to the exit code. */
function undone(line: CommandLine, wanted: number | null): Promise<number> {
  const { keptRevisions } = readConfiguration(environment);
  return withHubStore(async (kv) => {
    const revisions = await readRevisions(kv);
    const number = wanted ?? numberBefore(revisions);
    if (number === revisions.published) throw new UsageError(`Revision ${number} is published. Nothing was undone.`);
    const dataset = number === 0 ? NOTHING : await revisionDataset(kv, revisions, number);
    const change = (dryRun: boolean) =>
      changeDataset(kv, {
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
        dryRun,
        keptRevisions,
        now: () => new Date(),
      });
    const planned = await change(true);
    const reviews = counted(planned.result.dataset.reviews.length, "review");
    const what = number === 0
      ? "Nothing would be published any more"
      : `${reviews} of revision ${number} would be published`;
    const plan = `${what} (${shownChanges(planned.changes)}).`;
    if (line.flag("dry-run")) {
      print(`Dry run: nothing was written. ${plan}`);
      return 0;
    }
    if (!line.flag("yes")) {
      printError(plan);
      if (askedAnswers([confirmation("undo", plan)], "Undo it?", "Nothing was undone.") === null) return 2;
    }
    // The reviews are analysed again, which takes as long as their import.
    const { clear } = showProgress();
    const { end, changes, head } = await change(false).finally(clear);
    await forgetConfirmed(kv, number);
    const shown = `revision ${head?.number} (${shownChanges(changes)}).`;
    print(
      end === "unchanged"
        ? `Nothing changed: revision ${number} holds what is published.`
        : number === 0
        ? `Nothing is published any more. This is ${shown}`
        : `Published ${reviews} of revision ${number} as ${shown} A running server shows them within 2 seconds.`,
    );
    return 0;
  });
}

function numberBefore({ entries, published }: RevisionList): number {
  const found = entries.find(({ record }) => record.head.number < (published ?? 0));
  if (found !== undefined) return found.record.head.number;
  if (entries.some(({ record: { head } }) => head.number === published && head.ledger?.number === 1)) return 0;
  throw new UsageError("The store keeps no revision before the published one. Nothing was undone.");
}
