import { sentence, type Text } from "../../domain/sentences/sentence.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { datasetDifference, revisionChanges } from "../../domain/dataset/publication.ts";
import type { Store } from "../../domain/store/store.ts";
import { counted } from "../../terminal/print.ts";
import { showProgress } from "../../terminal/progress_line.ts";
import { confirmation, type Plan } from "../command/choice.ts";
import { type PublishedFigures, publishedFigures } from "../import/import_figures.ts";
import { executePlan, type PlanOutcome, type PlanRun, runPlan } from "../command/execute_plan.ts";
import { type Subcommand, UsageError } from "../command/run_command.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import { changedParts, revisionDataset, revisionNumbers, shownChanges } from "./shown_revision.ts";
import { withoutErased } from "../../domain/dataset/finish_erasure.ts";
import { withHidden, withReviews } from "../../domain/dataset/hidden_reviews.ts";
import { hiddenMark, type HiddenReview, type Review, withheldState } from "../../domain/review.ts";
import { readRevisions, type RevisionList } from "../../domain/dataset/history.ts";
import { NOTHING } from "../../domain/dataset/import_dataset.ts";
import { forgetConfirmed } from "../import/confirmed_readings.ts";

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
  --json      print the plan as one object, for programs
  --help      this text`;

/** `history undo`: publishes an earlier revision as a new one. */
export const undo: Subcommand = {
  help: HELP,
  options: { yes: { type: "boolean" }, "dry-run": { type: "boolean" }, json: { type: "boolean" } },
  run: (line) => {
    const [wanted = null] = revisionNumbers(line, "undo takes at most one revision number", 0, 1);
    return withHubStore(async (kv) => {
      // The reviews are analysed again, which takes as long as their import.
      const { clear } = showProgress();
      const { code } = await runPlan(line, wanted, (wanted, run) => executeUndo(kv, wanted, run).finally(clear), {
        question: () => "Undo it?",
        refusal: "Nothing was undone.",
        report,
      });
      return code;
    });
  },
};

/**
 * Plans an undo, and publishes it if the answers leave no choice open.
 *
 * @param wanted Number of the revision to publish again; null for the one before the published one.
 * @param keepsHidden Whether reviews that are hidden now stay so.
 * @throws {UsageError} If the store lacks the revision, if it is published, or if another one was published meanwhile.
 */
export async function executeUndo(
  kv: Store,
  wanted: number | null,
  run: PlanRun,
  keepsHidden = false,
): Promise<PlanOutcome<Undoing>> {
  const revisions = await readRevisions(kv);
  const number = wanted ?? numberBefore(revisions);
  if (number === revisions.published) {
    throw new UsageError(sentence("Revision {number} is published already.", { number: String(number) }));
  }
  const dataset = number === 0 ? NOTHING : await revisionDataset(kv, revisions, number);
  const expected = run.planned === null ? revisions.published : run.planned.revision;
  const change: Parameters<typeof executePlan<Undoing>>[1] = {
    publisher: { command: "history undo", sources: number === 0 ? [] : [`revision ${number}`] },
    decide: (current, erased) => {
      const published = current?.head.number ?? null;
      // Otherwise it would undo a revision that the operator has not seen.
      if (published === expected || published === null) {
        const warnings = revisions.entries.some(({ record: { head, publication } }) =>
            head.number > number && publication?.command.endsWith("erase")
          )
          ? [ERASED_STAY]
          : [];
        const before = current?.dataset ?? null;
        const after = withoutErased(dataset, erased);
        return undoing(number, published, before, keepsHidden ? hiddenAsIn(before, after) : after, warnings);
      }
      throw new UsageError(sentence("The plan has changed meanwhile, so other things would happen; run it again."));
    },
  };
  const done = await executePlan(kv, change, run);
  if (done.end === "published" || done.end === "unchanged") await forgetConfirmed(kv, number);
  return done;
}

/** The reviews of a dataset that are published in it, and that the operator has hidden in another. */
export function hiddenSince(before: Dataset | null, after: Dataset): readonly HiddenReview[] {
  const ids = new Set(after.reviews.map(({ id }) => id));
  return (before?.hidden ?? []).filter((one) => ids.has(one.id) && withheldState(one.hidden_reason) === "hidden");
}

function hiddenAsIn(before: Dataset | null, after: Dataset): Dataset {
  return hiddenSince(before, after).reduce((dataset, one) => {
    const mark = hiddenMark(one);
    return mark === null ? dataset : withHidden(dataset, new Set([one.id]), mark);
  }, after);
}

/** Warning of an undo that goes back past an erasure. */
export const ERASED_STAY = sentence("Erased reviews stay out: no undo brings them back.");

/** The dataset after an undo, and its plan. */
function undoing(
  to: number,
  revision: number | null,
  before: Dataset | null,
  dataset: Dataset,
  warnings: readonly Text[],
) {
  const parts = changedParts(before ?? NOTHING, dataset);
  const effect = { to, changes: revisionChanges(before, dataset), parts, reviews: dataset.reviews.length };
  const what = to === 0
    ? "Nothing would be published any more"
    : `${counted(effect.reviews, "review")} of revision ${to} would be published`;
  const other = parts.length === 0 ? "" : ` Also changed: ${parts.join(", ")}.`;
  const choices = [confirmation("undo", `${what} (${shownChanges(effect.changes)}).${other}`)];
  return { dataset, plan: { revision, effect, examples: [], choices, warnings } };
}

type Undoing = ReturnType<typeof undoing>;

function report(
  { plan: { effect: { to, changes, reviews }, choices, warnings }, end, head }: PlanOutcome<Undoing>,
): string {
  if (end === "dry run") {
    const lines = [...choices.map(({ question }) => question), ...warnings];
    return `Dry run: nothing was written. ${lines.join("\n")}`;
  }
  if (end === "unchanged") return [`Nothing changed: revision ${to} holds what is published.`, ...warnings].join(" ");
  const shown = `revision ${head?.number} (${shownChanges(changes)}).`;
  if (to === 0) return `Nothing is published any more. This is ${shown}`;
  const what = `${counted(reviews, "review")} of revision ${to}`;
  return `Published ${what} as ${shown} A running server shows them within 2 seconds.`;
}

/**
 * Plans to withdraw the reviews that one revision has added, and no later change, and does so if nothing is open.
 *
 * @throws {UsageError} If the store lacks the revision or the one before it, or nothing of it is published.
 */
export async function executeWithdrawal(kv: Store, number: number, run: PlanRun) {
  const revisions = await readRevisions(kv);
  const at = revisions.entries.findIndex(({ record }) => record.head.number === number);
  const earlier = revisions.entries[at + 1]?.record.head.number;
  if (earlier === undefined && number > 1) {
    throw new UsageError(sentence("The store keeps no revision before this one."));
  }
  const before = earlier === undefined ? null : await revisionDataset(kv, revisions, earlier);
  const { added } = datasetDifference(before, await revisionDataset(kv, revisions, number));
  const ids = new Set(added.map(({ id }) => id));
  return await executePlan(kv, {
    publisher: { command: "history withdraw", sources: [`revision ${number}`] },
    decide: (current) => {
      if (current === null) throw new UsageError(sentence("The store holds no reviews yet."));
      return withdrawal(current.head.number, current.dataset, ids);
    },
  }, run);
}

function withdrawal(revision: number, before: Dataset, ids: ReadonlySet<string>) {
  const examples = before.reviews.filter(({ id }) => ids.has(id));
  if (examples.length === 0) throw new UsageError(sentence("Nothing of it is published any more."));
  const left = before.reviews.filter(({ id }) => !ids.has(id));
  const dataset = withReviews(before, left, before.hidden ?? []);
  const effect = { before: publishedFigures(before.reviews), after: publishedFigures(left) };
  type Effect = { readonly before: PublishedFigures; readonly after: PublishedFigures };
  const plan: Plan<Effect, Review> = { revision, effect, examples, choices: [], warnings: [] };
  return { dataset, plan };
}

function numberBefore({ entries, published }: RevisionList): number {
  const found = entries.find(({ record }) => record.head.number < (published ?? 0));
  if (found !== undefined) return found.record.head.number;
  if (entries.some(({ record: { head } }) => head.number === published && head.ledger?.number === 1)) return 0;
  throw new UsageError(sentence("The store keeps no revision before this one."));
}
