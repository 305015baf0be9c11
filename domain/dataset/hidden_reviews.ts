import { insightsFaults } from "../insights/insights_faults.ts";
import { compareReviews, type HiddenMark, type HiddenReview, type Review, withoutHiddenMark } from "../review.ts";
import type { Dataset } from "./dataset.ts";
import { withFoundMentions } from "./merge_reviews.ts";

/** Hides some published reviews of a dataset, all with the same mark. */
export function withHidden(dataset: Dataset, ids: ReadonlySet<string>, mark: HiddenMark): Dataset {
  const hidden = dataset.reviews.filter(({ id }) => ids.has(id)).map((review) => ({ ...review, ...mark }));
  return withReviews(
    dataset,
    dataset.reviews.filter(({ id }) => !ids.has(id)),
    [...dataset.hidden ?? [], ...hidden].sort(compareReviews),
  );
}

/** Publishes some hidden reviews of a dataset again, with mentions by the current roster. */
export function withRestored(dataset: Dataset, ids: ReadonlySet<string>): Dataset {
  const hidden = dataset.hidden ?? [];
  const restored = hidden.filter(({ id }) => ids.has(id)).map((review) =>
    withFoundMentions(withoutHiddenMark(review), dataset.business)
  );
  return withReviews(
    dataset,
    [...dataset.reviews, ...restored].sort(compareReviews),
    hidden.filter(({ id }) => !ids.has(id)),
  );
}

/** Replaces the reviews of a dataset. Drops an operator's insights that contradict the new reviews. */
export function withReviews(
  { hidden: _, ...dataset }: Dataset,
  reviews: readonly Review[],
  hidden: readonly HiddenReview[],
): Dataset {
  const { operatorInsights } = dataset;
  const isTrue = operatorInsights !== null && insightsFaults(operatorInsights, reviews).length === 0;
  return {
    ...dataset,
    reviews,
    ...hidden.length === 0 ? {} : { hidden },
    operatorInsights: isTrue ? operatorInsights : null,
  };
}
