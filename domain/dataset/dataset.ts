import type { Business } from "../business.ts";
import type { InsightsDocument } from "../documents/insights_document.ts";
import type { TaxonomyChoice } from "../insights/taxonomy/taxonomy_choice.ts";
import { foldText } from "../normalize_text.ts";
import type { PageSettings } from "../page_settings.ts";
import type { HiddenReview, Review } from "../review.ts";

/** Content of one revision: the published data and the hidden reviews. */
export interface Dataset {
  readonly business: Business;
  /** Published reviews, newest first (see `compareReviews`). */
  readonly reviews: readonly Review[];
  /** Withheld reviews, sorted like `reviews`; absent if there are none. Never published. */
  readonly hidden?: readonly HiddenReview[];
  /** The operator's own insights; null to compute them from the reviews. */
  readonly operatorInsights: InsightsDocument | null;
  /** The taxonomy for computed insights; null if the operator chose none (see `chosenTaxonomy`). */
  readonly taxonomy: TaxonomyChoice | null;
  /** Settings of the pages; absent without an operator's. */
  readonly pages?: Partial<PageSettings>;
}

/** The operator's answers on reviews that are not verified. */
export type UnverifiedAnswers = Pick<Dataset, "business" | "pages">;

/**
 * Whether reviews are published although their source says that they are not verified: by the answer for the source,
 * else by `publish_unverified`. Null if nobody has answered; they are left out until then.
 */
export function showsUnverified({ business, pages }: UnverifiedAnswers, source: string): boolean | null {
  return pages?.unverified?.[foldText(source)] ?? (business.publish_unverified || null);
}
