import type { Business } from "../../domain/business.ts";
import type { DatasetChange } from "../../domain/dataset/publish_change.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import type { ErasedMarks } from "../../domain/dataset/erased_marks.ts";
import {
  assertPublishable,
  type DatasetImport,
  DatasetImportError,
  importDataset,
} from "../../domain/dataset/import_dataset.ts";
import { type CleanedImport, phoneNumberRemover } from "./phone_numbers.ts";
import { UsageError } from "../command/run_command.ts";
import type { Review } from "../../domain/review.ts";
import type { Answers } from "../command/choice.ts";
import { executePlan, type PlanOutcome } from "../command/execute_plan.ts";
import type { WishedReading } from "./import_options.ts";
import { type ImportPlan, importPlan } from "./import_plan.ts";
import type { ImportFiles } from "./reading/import_result.ts";
import type { Store } from "../../domain/store/store.ts";

/** The publisher, the length of the history, and whether nothing is to be written. */
type ImportNotes = Pick<DatasetChange<CleanedImport>, "publisher" | "keptRevisions" | "dryRun">;

/** The files of an import, and what somebody has decided. */
interface PlannedImport extends ImportNotes {
  readonly files: ImportFiles;
  readonly reading: WishedReading;
  readonly answers: Answers;
  /** The plan to which the answers belong; null if nobody has seen one. */
  readonly planned: ImportPlan | null;
}

/** What an import publishes. */
export type ImportOutcome = PlanOutcome<CleanedImport & { readonly plan: ImportPlan }>;

/**
 * Plans an import, and publishes it if the answers leave no choice open.
 *
 * @throws {UsageError} If the import cannot be published, and as {@linkcode executePlan}.
 * @throws {OvertakenError} If other processes published first 20 times.
 * @throws {MissingArchiveError} If the published dataset is incomplete. Nothing is imported then.
 */
export function executeImport(
  kv: Store,
  incoming: DatasetImport,
  { files, reading, answers, planned, ...notes }: PlannedImport,
): Promise<ImportOutcome> {
  const change = importChange(incoming, notes, (result, current) => ({
    ...result,
    plan: importPlan(files, result, current, reading),
  }));
  return executePlan(kv, change, answers, planned);
}

/** The change of the dataset by an import. `planned` adds to what is published. */
export function importChange<Result extends CleanedImport>(
  incoming: DatasetImport,
  notes: ImportNotes,
  planned: (result: CleanedImport, current: Parameters<DatasetChange<Result>["decide"]>[0]) => Result,
): DatasetChange<Result> {
  return {
    ...notes,
    decide: (current, erased) => planned(decide(current?.dataset ?? null, incoming, erased), current),
    // A missing archive stops the import, unless the import replaces everything.
    replacesAll: incoming.replace === "all" && incoming.business !== null,
    now: () => new Date(),
  };
}

/**
 * Refuses a business whose names are ambiguous.
 *
 * @throws {UsageError} Names every fault, one per line.
 */
export function refuseBusiness(business: Business): void {
  withOperatorFaults(() => assertPublishable(business));
}

function decide(own: Dataset | null, incoming: DatasetImport, erased: ErasedMarks): CleanedImport {
  const clean = textCleaner(phoneNumberRemover(incoming.business ?? own?.business ?? incoming.place));
  // Cleans stored texts too: the business may name its country only now, and older versions removed fewer numbers.
  const before = own &&
    { ...own, reviews: clean(own.reviews), ...own.hidden !== undefined && { hidden: clean(own.hidden) } };
  const reviews = clean(incoming.reviews);
  const phoneTexts = reviews.filter((review, at) => review !== incoming.reviews[at]).length;
  return { ...withOperatorFaults(() => importDataset(before, { ...incoming, reviews }, erased)), phoneTexts };
}

/** Returns a function that cleans the texts of reviews. It copies only what changes. */
function textCleaner(clean: (text: string) => string) {
  return <Kind extends Review>(reviews: readonly Kind[]): readonly Kind[] => {
    let isChanged = false;
    const cleaned = reviews.map((review) => {
      const text = review.text === null ? null : clean(review.text);
      if (text === review.text) return review;
      isChanged = true;
      return { ...review, text };
    });
    return isChanged ? cleaned : reviews;
  };
}

function withOperatorFaults<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof DatasetImportError)) throw error;
    throw new UsageError([error.message, ...error.faults.map((text) => `  ${text}`)].join("\n"));
  }
}
