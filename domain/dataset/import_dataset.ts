import { type Business, BusinessFile } from "../business.ts";
import type { InsightsDocument } from "../documents/insights_document.ts";
import { insightsFaults } from "../insights/insights_faults.ts";
import { DEFAULT_TAXONOMY, type TaxonomyChoice } from "../insights/taxonomy/taxonomy_choice.ts";
import type { ImportedReview } from "../review.ts";
import { rosterFaults } from "../roster.ts";
import type { Dataset } from "./dataset.ts";
import { type MergedReviews, mergeReviews } from "./merge_reviews.ts";

/** What an operator brings. */
export interface DatasetImport {
  readonly reviews: readonly ImportedReview[];
  /** The business to publish from now on; null keeps the one there is. */
  readonly business: Business | null;
  /** What review files happen to say of the business; used while the operator has not described it. */
  readonly place: Business | null;
  /** The operator's own insights; null keeps those there are. */
  readonly insights: InsightsDocument | null;
  /** What the insights are computed by from now on; null keeps what there is. */
  readonly taxonomy: TaxonomyChoice | null;
  /** Whether the reviews take the place of all published ones. */
  readonly replace: boolean;
}

/** What an import leads to. */
export interface ImportedDataset {
  readonly dataset: Dataset;
  readonly merged: MergedReviews;
  /** Whether the fictional sample was thrown away. */
  readonly sampleRemoved: boolean;
  /** Whether the business has only a stand-in for a name. */
  readonly businessUnnamed: boolean;
  /** Why the operator's earlier insights were dropped; null when they were not. */
  readonly insightsDropped: string | null;
}

/** An import whose business or insights cannot be published. Each fault begins with its path. */
export class DatasetImportError extends Error {
  override readonly name = "DatasetImportError";
  constructor(message: string, readonly faults: readonly string[]) {
    super(message);
  }
}

const UNNAMED = "Unnamed business";

/**
 * Decides what is published after an import. The bundled sample is never mixed with real reviews:
 * it goes as soon as something of the operator's own comes.
 *
 * @throws {DatasetImportError} when names in the roster are ambiguous, or the insights that come
 * with the import do not agree with the reviews.
 */
export function importDataset(current: Dataset | null, incoming: DatasetImport): ImportedDataset {
  if (current?.sample && isTaxonomyAlone(incoming)) return sampleUnder(current, incoming.taxonomy);
  const own = current?.sample ? null : current;
  const business = incoming.business ?? describedBusiness(own?.business ?? null, incoming.place);
  const faults = rosterFaults(business);
  if (faults.length > 0) throw new DatasetImportError("The business cannot be published.", faults);
  const merged = mergeReviews(incoming.replace ? null : own, incoming.reviews, business);
  const kept = keptInsights(own, incoming, merged);
  return {
    dataset: {
      business,
      reviews: merged.reviews,
      operatorInsights: kept.insights,
      taxonomy: taxonomyOf(own, incoming),
      sample: false,
    },
    merged,
    sampleRemoved: current?.sample ?? false,
    businessUnnamed: business.name === UNNAMED,
    insightsDropped: kept.dropped,
  };
}

function isTaxonomyAlone({ reviews, business, place, insights, taxonomy }: DatasetImport): boolean {
  return taxonomy !== null && reviews.length === 0 && business === null && place === null && insights === null;
}

/** A taxonomy is nothing of an operator's own to publish: it may be tried on the sample. */
function sampleUnder(current: Dataset, taxonomy: TaxonomyChoice | null): ImportedDataset {
  return {
    dataset: { ...current, taxonomy: taxonomy === DEFAULT_TAXONOMY ? null : taxonomy },
    merged: mergeReviews(current, [], current.business),
    sampleRemoved: false,
    businessUnnamed: false,
    insightsDropped: null,
  };
}

function describedBusiness(own: Business | null, place: Business | null): Business {
  if (own !== null && own.name !== UNNAMED) return own;
  return place ?? own ?? BusinessFile.parse({ name: UNNAMED });
}

function taxonomyOf(own: Dataset | null, { taxonomy }: DatasetImport): TaxonomyChoice | null {
  return taxonomy === DEFAULT_TAXONOMY ? null : taxonomy ?? own?.taxonomy ?? null;
}

function keptInsights(
  own: Dataset | null,
  incoming: DatasetImport,
  merged: MergedReviews,
): { readonly insights: InsightsDocument | null; readonly dropped: string | null } {
  if (incoming.insights !== null) {
    if (own === null && merged.reviews.length === 0 && incoming.insights.review_count > 0) {
      throw new DatasetImportError("The insights speak of reviews, but none of your own is published yet.", [
        "Import the reviews first, or together with the insights.",
      ]);
    }
    const faults = insightsFaults(incoming.insights, merged.reviews);
    if (faults.length > 0) throw new DatasetImportError("The insights do not agree with the reviews.", faults);
    return { insights: incoming.insights, dropped: null };
  }
  const earlier = own?.operatorInsights ?? null;
  if (earlier === null) return { insights: null, dropped: null };
  // Who names a taxonomy wants the insights that are computed by it.
  if (incoming.taxonomy !== null) return { insights: null, dropped: "a taxonomy was chosen" };
  // Insights about other reviews than the published ones would be a false statement.
  const [fault] = insightsFaults(earlier, merged.reviews);
  return fault === undefined ? { insights: earlier, dropped: null } : { insights: null, dropped: fault };
}
