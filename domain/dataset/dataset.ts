import type { Business } from "../business.ts";
import type { InsightsDocument } from "../documents/insights_document.ts";
import type { TaxonomyChoice } from "../insights/taxonomy/taxonomy_choice.ts";
import type { PageSettings } from "../page_settings.ts";
import type { HiddenReview, Review } from "../review.ts";

/** Everything that is published at one time. */
export interface Dataset {
  readonly business: Business;
  /** Verified reviews, newest first (see `compareReviews`). */
  readonly reviews: readonly Review[];
  /** Reviews that the operator has hidden, in the order of reviews; absent where there is none. Never published. */
  readonly hidden?: readonly HiddenReview[];
  /** The operator's own insights; null to compute them from the reviews. */
  readonly operatorInsights: InsightsDocument | null;
  /** The taxonomy for computed insights; null where the operator names none (see `chosenTaxonomy`). */
  readonly taxonomy: TaxonomyChoice | null;
  /** How the pages look; absent where the operator has said nothing. */
  readonly pages?: PageSettings;
  /** Whether this is the bundled fictional sample. */
  readonly sample: boolean;
}
