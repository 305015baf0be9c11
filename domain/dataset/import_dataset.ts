import { sentence, type Text } from "../sentences/sentence.ts";
import { type Business, BusinessFile, UNNAMED } from "../business.ts";
import type { InsightsDocument } from "../documents/insights_document.ts";
import { insightsFaults } from "../insights/insights_faults.ts";
import type { ExportedLabels } from "./label_rows.ts";
import { joinedChoice, type TaxonomyChoice } from "../insights/taxonomy/taxonomy_choice.ts";
import type { PageSettings } from "../page_settings.ts";
import { type ImportedReview, type Review, withheldState } from "../review.ts";
import { rosterFaults } from "../roster.ts";
import type { Dataset } from "./dataset.ts";
import { type ErasedMarks, NO_MARKS } from "./erased_marks.ts";
import type { JoinDoubt } from "./identify_reviews.ts";
import { type ImportChanges, importChanges } from "./import_changes.ts";
import { mergeReviews } from "./merge_reviews.ts";
import { mergeSame, type SameReviews, sameReviews } from "./same_reviews.ts";

/** The input of an import. */
export interface DatasetImport {
  readonly reviews: readonly ImportedReview[];
  /** New business; null to keep the current one. */
  readonly business: Business | null;
  /** Business as the review files describe it; used until the operator describes it. */
  readonly place: Business | null;
  /** New insights of the operator; null to keep the current ones. */
  readonly insights: InsightsDocument | null;
  /** New taxonomy for computed insights; null to keep the current one. */
  readonly taxonomy: TaxonomyChoice | null;
  /** New settings of the pages; absent ones stay as they are. */
  readonly pages?: Partial<PageSettings> | null;
  /** Which published reviews are withdrawn if the import lacks them: those of its sources, all, or none. */
  readonly replace: "sources" | "all" | false;
  readonly mergeDuplicates?: boolean;
  /** Labels of a full export, which join those of the store. */
  readonly labels?: ExportedLabels | null;
}

/** The result of an import. */
export interface ImportedDataset {
  readonly dataset: Dataset;
  readonly changes: ImportChanges;
  readonly replaced: DatasetImport["replace"];
  /** Reviews that were joined without certainty. */
  readonly doubts: readonly JoinDoubt[];
  /** Reviews of the import that seem to exist under several ids; if it asked for it, all such reviews, merged. */
  readonly duplicates: readonly SameReviews[];
  readonly businessUnnamed: boolean;
  /** Why the operator's earlier insights were discarded; null if they were kept. */
  readonly insightsDropped: string | null;
}

/** Thrown if the business or insights of an import cannot be published. Each fault begins with its path. */
export class DatasetImportError extends Error {
  override readonly name = "DatasetImportError";
  constructor(readonly text: Text, readonly faults: readonly Text[]) {
    super(String(text));
  }
}

/** The dataset before the first import, and after an undo of everything. */
export const NOTHING: Dataset = {
  business: BusinessFile.parse({ name: UNNAMED }),
  reviews: [],
  operatorInsights: null,
  taxonomy: null,
};

/**
 * Determines the dataset after an import. Reviews that the operator has hidden stay hidden, also with `replace`.
 * @param now Time from which reviews are withheld because of statements of their source.
 * @throws {DatasetImportError} If names in the roster are ambiguous, or supplied insights contradict the reviews.
 */
export function importDataset(
  own: Dataset | null,
  incoming: DatasetImport,
  erased: ErasedMarks = NO_MARKS,
  now: Date = new Date(),
): ImportedDataset {
  const business = incoming.business ?? describedBusiness(own?.business ?? null, incoming.place);
  assertPublishable(business);
  const hidden = own?.hidden ?? [];
  const pages = joinedSettings(own?.pages, incoming.pages);
  const next = { business, ...pages && { pages } };
  const merged = mergeReviews(own, incoming.reviews, next, { erased, hidden, now }, incoming.replace === "all");
  const isWithdrawable = withdrawable(incoming.replace, merged.imported);
  const isLeft = (review: Review) =>
    incoming.replace === false || merged.named.has(review.id) || !isWithdrawable(review);
  const left = merged.reviews.filter(isLeft);
  const hiddenLeft = merged.hidden.filter((review) =>
    withheldState(review.hidden_reason) === "hidden" || isLeft(review)
  );
  const before = own?.reviews ?? [];
  const twice = sameReviews(left);
  const duplicates = incoming.mergeDuplicates
    ? twice
    : twice.filter((group) => group.some(({ id }) => merged.named.has(id)));
  const reviews = incoming.mergeDuplicates && duplicates.length > 0
    ? mergeSame(left, duplicates, new Set(before.map(({ id }) => id)))
    : left;
  const changes = importChanges({ ...merged, before, after: reviews, isWithdrawable });
  const kept = keptInsights(own, incoming, reviews);
  return {
    dataset: {
      ...next,
      reviews,
      ...hiddenLeft.length === 0 ? {} : { hidden: hiddenLeft },
      operatorInsights: kept.insights,
      taxonomy: joinedChoice(own?.taxonomy ?? null, incoming.taxonomy),
    },
    changes,
    replaced: incoming.replace,
    doubts: merged.doubts,
    duplicates,
    businessUnnamed: business.name === UNNAMED,
    insightsDropped: kept.dropped,
  };
}

/**
 * Checks the roster of a business.
 *
 * @throws {DatasetImportError} If its names are ambiguous.
 */
export function assertPublishable(business: Business): void {
  const faults = rosterFaults(business);
  if (faults.length > 0) throw new DatasetImportError(sentence("The business cannot be published."), faults);
}

/**
 * Returns a predicate: true for a published review that the import may withdraw if it lacks it. Files that name places
 * withdraw no reviews of other places.
 */
function withdrawable(replace: DatasetImport["replace"], imported: readonly Review[]): (review: Review) => boolean {
  if (replace !== "sources") return () => true;
  const placesOf = new Map<string, Set<string | undefined>>();
  for (const { source, attributes } of imported) {
    placesOf.set(source, (placesOf.get(source) ?? new Set()).add(attributes?.place));
  }
  return ({ source, attributes }) => {
    const places = placesOf.get(source);
    return places !== undefined && (places.has(undefined) || places.has(attributes?.place));
  };
}

/** Joins settings. New ones replace those of the same name; an answer for a source stays until another one comes. */
function joinedSettings(own: Dataset["pages"], incoming: DatasetImport["pages"]): Dataset["pages"] {
  if (!incoming) return own;
  const unverified = { ...own?.unverified, ...incoming.unverified };
  const { unverified: _, ...settings } = { ...own, ...incoming };
  return Object.keys(unverified).length === 0 ? settings : { ...settings, unverified };
}

function describedBusiness(own: Business | null, place: Business | null): Business {
  if (own !== null && own.name !== UNNAMED) return own;
  return place ?? own ?? NOTHING.business;
}

function keptInsights(
  own: Dataset | null,
  incoming: DatasetImport,
  reviews: readonly Review[],
): { readonly insights: InsightsDocument | null; readonly dropped: string | null } {
  if (incoming.insights !== null) {
    if (own === null && reviews.length === 0 && incoming.insights.review_count > 0) {
      throw new DatasetImportError("The insights count reviews, but none are imported yet.", [
        "Import the reviews first, or together with the insights.",
      ]);
    }
    const faults = insightsFaults(incoming.insights, reviews);
    if (faults.length > 0) throw new DatasetImportError("The insights do not agree with the reviews.", faults);
    return { insights: incoming.insights, dropped: null };
  }
  const earlier = own?.operatorInsights ?? null;
  if (earlier === null) return { insights: null, dropped: null };
  // An operator who chooses a taxonomy wants insights computed with it.
  if (incoming.taxonomy !== null) return { insights: null, dropped: "a taxonomy was chosen" };
  // The earlier insights may refer to reviews that are no longer published.
  const [fault] = insightsFaults(earlier, reviews);
  return fault === undefined ? { insights: earlier, dropped: null } : { insights: null, dropped: fault };
}
