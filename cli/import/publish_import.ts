import type { Business } from "../../domain/business.ts";
import { changeDataset } from "../../domain/dataset/change_dataset.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import type { ErasedMarks } from "../../domain/dataset/erased_marks.ts";
import { KEPT_REVISIONS } from "../../domain/dataset/history.ts";
import {
  assertPublishable,
  type DatasetImport,
  DatasetImportError,
  importDataset,
} from "../../domain/dataset/import_dataset.ts";
import type { Publisher } from "../../domain/dataset/publication.ts";
import { type CleanedImport, phoneNumberRemover } from "./phone_numbers.ts";
import { UsageError } from "../command/run_command.ts";
import type { Review } from "../../domain/review.ts";
import type { ImportEnd } from "./import_report.ts";
import type { Store } from "../../domain/store/store.ts";

/**
 * Called before publication with the result and the currently published reviews. Throws to prevent publication if the
 * import must be confirmed first.
 */
export type ConfirmImport = (result: CleanedImport, before: readonly Review[]) => void;

/** The publisher and the length of the history, and the function that confirms the import. */
interface ImportNotes {
  readonly publisher: Publisher;
  readonly keptRevisions: number;
  readonly confirm?: ConfirmImport;
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
  { publisher, keptRevisions, confirm }: ImportNotes = NO_NOTES,
): Promise<readonly [CleanedImport, ImportEnd]> {
  const { result, end } = await changeDataset(kv, {
    publisher,
    decide: (current, erased) => {
      const before = current?.dataset ?? null;
      const result = decide(before, incoming, erased);
      confirm?.(result, before?.reviews ?? []);
      return result;
    },
    // A missing archive stops the import, unless the import replaces everything.
    replacesAll: incoming.replace === "all" && incoming.business !== null,
    dryRun,
    keptRevisions,
    now: () => new Date(),
  });
  return [result, end];
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
    throw new UsageError(
      [`${error.message} Nothing was imported.`, ...error.faults.map((text) => `  ${text}`)].join("\n"),
    );
  }
}
