import { type Business, BusinessFile } from "../../domain/business.ts";
import type { DatasetImport } from "../../domain/dataset/import_dataset.ts";
import { InsightsFile } from "../../domain/documents/insights_document.ts";
import { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES, type TaxonomyChoice } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import type { ImportFiles } from "./reading/import_result.ts";
import { checked } from "./read_option_file.ts";

/** The operator's content besides the review files; null for absent parts. */
export type DescribedContent = Pick<DatasetImport, "business" | "insights" | "taxonomy" | "pages">;

/**
 * Combines the content of files and of the operator for an import. The operator's takes precedence.
 *
 * @throws {UsageError} If business, insights or taxonomy of the files are invalid.
 */
export function incomingDataset(
  files: ImportFiles,
  described: DescribedContent,
  how: Pick<DatasetImport, "replace" | "mergeDuplicates">,
): DatasetImport {
  return {
    reviews: [...files.reviews, ...files.withheld],
    ...businessOf(described.business, files),
    insights: described.insights ?? insightsOf(files),
    taxonomy: described.taxonomy ?? taxonomyOf(files),
    pages: described.pages ?? null,
    ...how,
  };
}

function businessOf(described: Business | null, files: ImportFiles): Pick<DatasetImport, "business" | "place"> {
  // Never assign reviews of the sample's fictional business to the operator's.
  if (described !== null && !isSample(files.business)) return { business: described, place: null };
  return {
    business: files.business === null ? null : checked("The business in the files", files.business, BusinessFile),
    place: files.place === null ? null : checked("The place in the files", files.place, BusinessFile),
  };
}

function isSample(business: unknown): boolean {
  return typeof business === "object" && business !== null && "sample" in business && business.sample === true;
}

function insightsOf({ insights }: ImportFiles): DatasetImport["insights"] {
  return insights === null ? null : checked("The insights in the files", insights, InsightsFile);
}

function taxonomyOf({ taxonomy }: ImportFiles): TaxonomyChoice | null {
  if (typeof taxonomy === "string" && TAXONOMY_NAMES.includes(taxonomy)) return taxonomy;
  return taxonomy === null ? null : checked("The taxonomy in the files", taxonomy, Taxonomy);
}
