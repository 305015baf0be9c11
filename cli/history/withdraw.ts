import type { Dataset } from "../../domain/dataset/dataset.ts";
import { withReviews } from "../../domain/dataset/hidden_reviews.ts";
import { readRevisions } from "../../domain/dataset/history.ts";
import { datasetDifference } from "../../domain/dataset/publication.ts";
import type { Review } from "../../domain/review.ts";
import type { Store } from "../../domain/store/store.ts";
import type { Plan } from "../command/choice.ts";
import { executePlan, type PlanRun } from "../command/execute_plan.ts";
import { UsageError } from "../command/run_command.ts";
import { type PublishedFigures, publishedFigures } from "../import/import_figures.ts";
import { revisionDataset } from "./shown_revision.ts";

/**
 * Plans to withdraw the reviews that one revision has added, and no later change, and does so if nothing is open.
 *
 * @throws {UsageError} If the store lacks the revision or the one before it, or nothing of it is published.
 */
export async function executeWithdrawal(kv: Store, number: number, run: PlanRun) {
  const revisions = await readRevisions(kv);
  const at = revisions.entries.findIndex(({ record }) => record.head.number === number);
  const earlier = revisions.entries[at + 1]?.record.head.number;
  if (earlier === undefined && number > 1) throw new UsageError("The store keeps no revision before this one.");
  const before = earlier === undefined ? null : await revisionDataset(kv, revisions, earlier);
  const { added } = datasetDifference(before, await revisionDataset(kv, revisions, number));
  const ids = new Set(added.map(({ id }) => id));
  return await executePlan(kv, {
    publisher: { command: "history withdraw", sources: [`revision ${number}`] },
    decide: (current) => {
      if (current === null) throw new UsageError("The store holds no reviews yet.");
      return withdrawal(current.head.number, current.dataset, ids);
    },
  }, run);
}

function withdrawal(revision: number, before: Dataset, ids: ReadonlySet<string>) {
  const examples = before.reviews.filter(({ id }) => ids.has(id));
  if (examples.length === 0) throw new UsageError("Nothing of it is published any more.");
  const left = before.reviews.filter(({ id }) => !ids.has(id));
  const dataset = withReviews(before, left, before.hidden ?? []);
  const effect = { before: publishedFigures(before.reviews), after: publishedFigures(left) };
  type Effect = { readonly before: PublishedFigures; readonly after: PublishedFigures };
  const plan: Plan<Effect, Review> = { revision, effect, examples, choices: [], warnings: [] };
  return { dataset, plan };
}
