import { changeDataset } from "../../domain/dataset/change_dataset.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import type { ChangeOutcome } from "../../domain/dataset/publish_change.ts";
import { print } from "../command/print.ts";
import { type CommandLine, UsageError } from "../command/run_command.ts";
import { readConfiguration } from "../service/configuration.ts";
import { withHubStore } from "../service/open_store.ts";
import { type ChoicePurpose, reviewChoice } from "./choose_reviews.ts";
import { reviewTable } from "./review_table.ts";
import { type StoredReview, storedReviews } from "./stored_reviews.ts";

/** A change of some reviews of what is published. */
export interface ReviewsChange extends ChoicePurpose {
  /** What was done to them: `Hid`. */
  readonly done: string;
  readonly change: (dataset: Dataset, ids: ReadonlySet<string>, now: Date) => Dataset;
}

/** Chooses reviews as the command line says, publishes a revision in which they are changed, and tells what was done. */
export function changeReviews(line: CommandLine, purpose: ReviewsChange): Promise<number> {
  const choice = reviewChoice(line, purpose);
  const { keptRevisions } = readConfiguration((name) => Deno.env.get(name));
  return withHubStore(async (kv) => {
    const now = () => new Date();
    const outcome = await changeDataset(kv, {
      publisher: { command: `review ${purpose.verb}`, sources: [] },
      decide: (current) => {
        if (current === null) throw new UsageError("The store holds no reviews yet. Nothing was done.");
        const chosen = choice(storedReviews(current.dataset));
        const ids = new Set(chosen.map(({ review }) => review.id));
        return { chosen, dataset: purpose.change(current.dataset, ids, now()) };
      },
      dryRun: line.flag("dry-run"),
      keptRevisions,
      now,
    });
    print(report(purpose, outcome));
    return 0;
  });
}

function report(
  { verb, done }: ReviewsChange,
  { end, result, head }: ChangeOutcome<{ readonly chosen: readonly StoredReview[]; readonly dataset: Dataset }>,
): string {
  const { chosen, dataset } = result;
  const what = `${chosen.length} ${chosen.length === 1 ? "review" : "reviews"}`;
  const published = `${dataset.reviews.length} ${dataset.reviews.length === 1 ? "review" : "reviews"}`;
  return [
    end === "dry run" ? `Would ${verb} ${what}:` : `${done} ${what}:`,
    // How they stood before is no longer so.
    reviewTable(end === "dry run" ? chosen : chosen.map((one) => ({ ...one, state: "published" as const }))),
    end === "dry run"
      ? `Dry run: nothing was written. ${published} would be published.`
      : `Published ${published} as revision ${head?.number}. A running server shows them within 2 seconds.`,
  ].join("\n");
}
