import { type Business, BusinessFile } from "../business.ts";
import type { InsightsDocument } from "../documents/insights_document.ts";
import { insightsFaults } from "../insights/insights_faults.ts";
import type { TaxonomyChoice } from "../insights/taxonomy/taxonomy_choice.ts";
import type { PageSettings } from "../page_settings.ts";
import type { ImportedReview, Review } from "../review.ts";
import { rosterFaults } from "../roster.ts";
import type { Dataset } from "./dataset.ts";
import { importChanges } from "./import_changes.ts";
import { type MergedReviews, mergeReviews, NONE_WITHHELD, type WithheldReviews } from "./merge_reviews.ts";
import { mergeSame, type SameReviews, sameReviews, withoutAliases } from "./same_reviews.ts";

/** The input of an import. */
export interface DatasetImport {
  readonly reviews: readonly ImportedReview[];
  /** The business to publish from now on; null to keep the current one. */
  readonly business: Business | null;
  /** What the review files say about the business; used until the operator describes it. */
  readonly place: Business | null;
  /** The operator's own insights; null to keep the current ones. */
  readonly insights: InsightsDocument | null;
  /** The taxonomy for computed insights from now on; null to keep the current one. */
  readonly taxonomy: TaxonomyChoice | null;
  /** How the pages look from now on; null or absent to keep what was. */
  readonly pages?: PageSettings | null;
  /** Whether the reviews replace all published ones. */
  readonly replace: boolean;
  /** Whether reviews that are there under several ids become one. */
  readonly mergeDuplicates?: boolean;
}

/** The result of an import. */
export interface ImportedDataset {
  readonly dataset: Dataset;
  readonly merged: MergedReviews;
  /** Published ids that belong to another author or another day now, as when two sources count from 1. */
  readonly rewritten: number;
  /** Reviews that seem to be there under several ids; made one each if the import asked for it. */
  readonly duplicates: readonly SameReviews[];
  /** Whether the bundled sample was discarded. */
  readonly sampleRemoved: boolean;
  /** Whether the business still has the placeholder name. */
  readonly businessUnnamed: boolean;
  /** Why the operator's earlier insights were discarded; null if they were not. */
  readonly insightsDropped: string | null;
}

/** An import whose business or insights cannot be published. Each fault begins with its path. */
export class DatasetImportError extends Error {
  override readonly name = "DatasetImportError";
  constructor(message: string, readonly faults: readonly string[]) {
    super(message);
  }
}

/** Stands in sentences and titles until the operator gives a name: "This business has 150 reviews". */
export const UNNAMED = "This business";

/**
 * Determines what is published after an import. The bundled sample is never mixed with real data: it is discarded by
 * the first import that brings more than a taxonomy. What is hidden stays so, with `replace` as well.
 *
 * @throws {DatasetImportError} If names in the roster are ambiguous, or supplied insights do not agree with the
 * reviews.
 */
export function importDataset(
  current: Dataset | null,
  incoming: DatasetImport,
  isErased: WithheldReviews["isErased"] = NONE_WITHHELD.isErased,
): ImportedDataset {
  if (current?.sample && isTaxonomyAlone(incoming)) return sampleUnder(current, incoming.taxonomy);
  const own = current?.sample ? null : current;
  const business = incoming.business ?? describedBusiness(own?.business ?? null, incoming.place);
  assertPublishable(business);
  const base = incoming.replace ? null : own;
  const imported = withoutAliases(incoming.reviews, [...base?.reviews ?? [], ...own?.hidden ?? []]);
  const plain = mergeReviews(base, imported, business, { hidden: own?.hidden ?? [], isErased });
  const duplicates = sameReviews(plain.reviews);
  const before = own?.reviews ?? [];
  const reviews = incoming.mergeDuplicates && duplicates.length > 0
    ? mergeSame(plain.reviews, duplicates, new Set(before.map(({ id }) => id)))
    : plain.reviews;
  const { rewritten, ...counts } = importChanges(before, reviews, namedIds(imported, reviews));
  const isPlain = !incoming.replace && reviews === plain.reviews;
  const merged = isPlain ? plain : { ...plain, reviews, ...counts };
  const kept = keptInsights(own, incoming, merged);
  const pages = incoming.pages ?? own?.pages;
  return {
    dataset: {
      business,
      ...pages === undefined ? {} : { pages },
      reviews: merged.reviews,
      ...merged.hidden.length === 0 ? {} : { hidden: merged.hidden },
      operatorInsights: kept.insights,
      taxonomy: incoming.taxonomy ?? own?.taxonomy ?? null,
      sample: false,
    },
    merged,
    rewritten,
    duplicates,
    sampleRemoved: current?.sample ?? false,
    businessUnnamed: business.name === UNNAMED,
    insightsDropped: kept.dropped,
  };
}

/**
 * Checks a business by itself.
 *
 * @throws {DatasetImportError} If names in its roster are ambiguous.
 */
export function assertPublishable(business: Business): void {
  const faults = rosterFaults(business);
  if (faults.length > 0) throw new DatasetImportError("The business cannot be published.", faults);
}

function isTaxonomyAlone({ reviews, business, place, insights, taxonomy }: DatasetImport): boolean {
  return taxonomy !== null && reviews.length === 0 && business === null && place === null && insights === null;
}

/** Applies a taxonomy to the sample, so that an operator can try one before importing anything. */
function sampleUnder(current: Dataset, taxonomy: TaxonomyChoice | null): ImportedDataset {
  return {
    dataset: { ...current, taxonomy },
    merged: mergeReviews(current, [], current.business),
    rewritten: 0,
    duplicates: [],
    sampleRemoved: false,
    businessUnnamed: false,
    insightsDropped: null,
  };
}

/** Whether an id stands in the files, or took the place of one that does. */
function namedIds(imported: readonly Review[], after: readonly Review[]): (id: string) => boolean {
  const ids = new Set(imported.map(({ id }) => id));
  for (const { id, aliases = [] } of after) if (aliases.some((alias) => ids.has(alias))) ids.add(id);
  return (id) => ids.has(id);
}

function describedBusiness(own: Business | null, place: Business | null): Business {
  if (own !== null && own.name !== UNNAMED) return own;
  return place ?? (own === null ? BusinessFile.parse({ name: UNNAMED }) : { ...own, name: UNNAMED });
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
  // Whoever chooses a taxonomy wants insights computed with it.
  if (incoming.taxonomy !== null) return { insights: null, dropped: "a taxonomy was chosen" };
  // The earlier insights may refer to reviews that are no longer published.
  const [fault] = insightsFaults(earlier, merged.reviews);
  return fault === undefined ? { insights: earlier, dropped: null } : { insights: null, dropped: fault };
}
