import type { Business } from "../business.ts";
import type { InsightsDocument } from "../documents/insights_document.ts";
import type { TaxonomyChoice } from "../insights/taxonomy/taxonomy_choice.ts";
import type { Review } from "../review.ts";

/** Everything that is published at one time. */
export interface Dataset {
  readonly business: Business;
  /** Verified reviews, newest first (see `compareReviews`). */
  readonly reviews: readonly Review[];
  /** The operator's own insights, or null when they are computed from the reviews. */
  readonly operatorInsights: InsightsDocument | null;
  /** What the insights are computed by; null is the default taxonomy. */
  readonly taxonomy: TaxonomyChoice | null;
  /** Whether this is the bundled fictional sample. */
  readonly sample: boolean;
}
