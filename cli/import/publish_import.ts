import type { Business } from "../../domain/business.ts";
import { changeDataset } from "../../domain/dataset/change_dataset.ts";
import type { DatasetChange } from "../../domain/dataset/publish_change.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import type { ErasedMarks } from "../../domain/dataset/erased_marks.ts";
import { KEPT_REVISIONS } from "../../domain/dataset/history.ts";
import {
  assertPublishable,
  type DatasetImport,
  DatasetImportError,
  importDataset,
  type ImportedDataset,
} from "../../domain/dataset/import_dataset.ts";
import type { Publisher } from "../../domain/dataset/publication.ts";
import { phoneNumberRemover } from "./phone_numbers.ts";
import { UsageError } from "../command/run_command.ts";
import type { Review } from "../../domain/review.ts";
import type { Answers } from "../command/choice.ts";
import { executePlan, type PlanOutcome } from "../command/execute_plan.ts";
import type { ImportEnd } from "./import_report.ts";
import type { WishedReading } from "./import_options.ts";
import { type ImportPlan, importPlan, type PublishedReviews } from "./import_plan.ts";
import type { ImportFiles } from "./reading/import_result.ts";
import type { Store } from "../../domain/store/store.ts";

/** The publisher and the length of the history. */
interface ImportNotes {
  readonly publisher: Publisher;
  readonly keptRevisions: number;
}

const NO_NOTES: ImportNotes = { publisher: { command: "import", sources: [] }, keptRevisions: KEPT_REVISIONS };

/**
 * Builds the new dataset from the published one and publishes it; starts over if another process published meanwhile.
 *
 * @throws {UsageError} If the import cannot be published.
 * @throws {OvertakenError} If other processes published first 20 times.
 * @throws {MissingArchiveError} If the published dataset is incomplete. Nothing is imported then.
 */
export async function publishImport(
  kv: Store,
  incoming: DatasetImport,
  dryRun: boolean,
  notes: ImportNotes = NO_NOTES,
): Promise<readonly [ImportedDataset, ImportEnd]> {
  const { result, end } = await changeDataset(kv, changeOf(incoming, dryRun, notes, (result) => result));
  return [result, end];
}

/** The files of an import, and what somebody has decided. */
interface PlannedImport extends ImportNotes {
  readonly files: ImportFiles;
  readonly reading: WishedReading;
  readonly answers: Answers;
  /** The plan to which the answers belong; null if nobody has seen one. */
  readonly planned: ImportPlan | null;
  readonly dryRun: boolean;
}

/** What an import publishes. */
export type ImportOutcome = PlanOutcome<ImportedDataset & { readonly plan: ImportPlan }>;

/**
 * Plans an import, and publishes it as {@linkcode publishImport} does if the answers leave no choice open.
 *
 * @throws {UsageError} Also as {@linkcode executePlan}.
 */
export function executeImport(
  kv: Store,
  incoming: DatasetImport,
  { files, reading, answers, planned, dryRun, ...notes }: PlannedImport,
): Promise<ImportOutcome> {
  const change = changeOf(incoming, dryRun, notes, (result, published) => ({
    ...result,
    plan: importPlan(files, result, published, reading),
  }));
  return executePlan(kv, change, answers, planned);
}

/** @param planned Adds the plan to what is published. */
function changeOf<Result extends ImportedDataset>(
  incoming: DatasetImport,
  dryRun: boolean,
  notes: ImportNotes,
  planned: (result: ImportedDataset, published: PublishedReviews) => Result,
): DatasetChange<Result> {
  return {
    ...notes,
    decide: (current, erased) => {
      const before = current?.dataset ?? null;
      const published = { revision: current?.head.number ?? null, reviews: before?.reviews ?? [] };
      return planned(decide(before, incoming, erased), published);
    },
    // A missing archive stops the import, unless the import replaces everything.
    replacesAll: incoming.replace === "all" && incoming.business !== null,
    dryRun,
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

function decide(own: Dataset | null, incoming: DatasetImport, erased: ErasedMarks): ImportedDataset {
  const clean = textCleaner(phoneNumberRemover(incoming.business ?? own?.business ?? incoming.place));
  // Cleans stored texts too: the business may name its country only now, and older versions removed fewer numbers.
  const before = own &&
    { ...own, reviews: clean(own.reviews), ...own.hidden !== undefined && { hidden: clean(own.hidden) } };
  return withOperatorFaults(() => importDataset(before, { ...incoming, reviews: clean(incoming.reviews) }, erased));
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
    throw new UsageError(
      [`${error.message} Nothing was imported.`, ...error.faults.map((text) => `  ${text}`)].join("\n"),
    );
  }
}
