import { archivedBodies, archivedTaxonomy } from "../../domain/dataset/dataset_archive.ts";
import type { DatasetHead } from "../../domain/dataset/dataset_head.ts";
import { readPublished } from "../../domain/dataset/dataset_store.ts";
import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import { readReviewsDocument, type ReviewsDocument } from "../../domain/documents/reviews_document.ts";
import type { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { chosenTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { UsageError } from "../command/run_command.ts";
import type { Store } from "../../domain/store/store.ts";

/** The published documents with their head. */
export interface PublishedDataset extends Pick<ReviewsDocument, "business" | "reviews"> {
  readonly head: DatasetHead;
  /** As published: computed, or the operator's own. */
  readonly insights: InsightsDocument;
  /** The taxonomy of the insights, unless they are the operator's own. */
  readonly taxonomy: Taxonomy;
}

/**
 * Reads the published documents.
 *
 * @throws {UsageError} If nothing is published.
 * @throws {MissingArchiveError} If it is not whole.
 */
export async function readPublishedDataset(kv: Store): Promise<PublishedDataset> {
  const { before: { value: head }, archive } = await readPublished(kv);
  if (head === null || archive === null) {
    throw new UsageError("There is nothing to report on: import reviews or start the server first.");
  }
  const insights: InsightsDocument = JSON.parse(
    new TextDecoder().decode(archivedBodies(archive, "/insights.json").identity.bytes),
  );
  const document = readReviewsDocument(archivedBodies(archive, "/reviews.json").identity.bytes);
  const taxonomy = chosenTaxonomy(archivedTaxonomy(archive), document.business);
  return { head, insights, taxonomy, ...document };
}
