import { z } from "zod";
import { type Business, BusinessFile } from "../../domain/business.ts";
import { InsightsFile } from "../../domain/documents/insights_document.ts";
import { ExportedSettings, type PageSettings } from "../../domain/page_settings.ts";
import { ChosenSubjects, Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { joinedChoice, TAXONOMY_NAMES } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { ExportedLabels } from "../../domain/dataset/label_rows.ts";
import { checked } from "./read_option_file.ts";
import type { ImportFiles } from "./reading/import_result.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import type { ErasedMarks } from "../../domain/dataset/erased_marks.ts";
import {
  assertPublishable,
  type DatasetImport,
  DatasetImportError,
  importDataset,
  type ImportedDataset,
} from "../../domain/dataset/import_dataset.ts";
import { phoneNumberRemover } from "./phone_numbers.ts";
import { UsageError } from "../command/run_command.ts";
import type { Review } from "../../domain/review.ts";

/** The operator's content besides the review files; null for absent parts. */
export type DescribedContent = Pick<DatasetImport, "business" | "insights" | "taxonomy" | "pages">;

/** Content of an operator who gives files alone. */
export const NOTHING_DESCRIBED = { business: null, insights: null, taxonomy: null } as const;

/**
 * Combines the content of files and of the operator for an import. The operator's takes precedence.
 *
 * @throws {UsageError} If business, insights or taxonomy of the files are invalid.
 */
export function incomingDataset(
  files: ImportFiles,
  described: DescribedContent,
  { unverified = {}, ...how }: Pick<DatasetImport, "replace" | "mergeDuplicates"> & Pick<PageSettings, "unverified">,
): DatasetImport {
  const part = <Schema extends z.ZodType>(name: keyof typeof files.described | "place", schema: Schema) => {
    const value = name === "place" ? files.place : files.described[name] ?? null;
    return value === null ? null : checked(`The ${name} in the files`, value, schema);
  };
  // Never assign reviews of the sample's fictional business to the operator's.
  const isDescribed = described.business !== null && Object(files.described.business).sample !== true;
  const named = TAXONOMY_NAMES.find((name) => name === files.described.taxonomy);
  const pages = described.pages ?? part("settings", ExportedSettings);
  return {
    reviews: [...files.reviews, ...files.withheld],
    business: isDescribed ? described.business : part("business", BusinessFile),
    place: isDescribed ? null : part("place", BusinessFile),
    insights: described.insights ?? part("insights", InsightsFile),
    taxonomy: joinedChoice(named ?? part("taxonomy", z.union([ChosenSubjects, Taxonomy])), described.taxonomy),
    pages: Object.keys(unverified).length === 0
      ? pages
      : { ...pages, unverified: { ...pages?.unverified, ...unverified } },
    labels: part("labels", ExportedLabels),
    ...how,
  };
}

/** A telephone number that was removed from the text of an imported review, with the words around it. */
export interface RemovedNumber extends Pick<Review, "author" | "date"> {
  readonly words: string;
}

/** The result of an import whose texts were cleaned. */
export type CleanedImport = ImportedDataset & { readonly removedNumbers: readonly RemovedNumber[] };

/**
 * Refuses a business whose names are ambiguous.
 *
 * @throws {UsageError} Names every fault, one per line.
 */
export function refuseBusiness(business: Business): void {
  withOperatorFaults(() => assertPublishable(business));
}

/** Adds an import to the published dataset. */
export function cleanedImport(own: Dataset | null, incoming: DatasetImport, erased: ErasedMarks): CleanedImport {
  const removedNumbers: RemovedNumber[] = [];
  const clean = textCleaner(phoneNumberRemover(incoming.business ?? own?.business ?? incoming.place));
  // Cleans stored texts too: the business may name its country only now, and older versions removed fewer numbers.
  const before = own &&
    { ...own, reviews: clean(own.reviews), ...own.hidden !== undefined && { hidden: clean(own.hidden) } };
  const reviews = clean(incoming.reviews, (number) => removedNumbers.push(number));
  return { ...withOperatorFaults(() => importDataset(before, { ...incoming, reviews }, erased)), removedNumbers };
}

/** Returns a function that cleans the texts of reviews. It copies only reviews that change. */
function textCleaner(clean: ReturnType<typeof phoneNumberRemover>) {
  return <Kind extends Review>(reviews: readonly Kind[], onRemoval?: (number: RemovedNumber) => void) =>
    reviews.map((review): Kind => {
      const { author, date } = review;
      const onNumber = onRemoval && ((words: string) => onRemoval({ author, date, words }));
      const text = review.text === null ? null : clean(review.text, onNumber);
      return text === review.text ? review : { ...review, text };
    });
}

function withOperatorFaults<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof DatasetImportError)) throw error;
    throw new UsageError(error.text, { lines: error.faults });
  }
}
