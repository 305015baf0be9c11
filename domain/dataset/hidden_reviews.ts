import { insightsFaults } from "../insights/insights_faults.ts";
import {
  compareReviews,
  type HiddenMark,
  type HiddenReview,
  type Relation,
  type Review,
  withheldState,
  withoutHiddenMark,
} from "../review.ts";
import type { Dataset } from "./dataset.ts";
import { withFoundMentions, withheldMark } from "./merge_reviews.ts";

/** Hides some reviews of a dataset, published or unverified ones, all with the same mark. */
export function withHidden(dataset: Dataset, ids: ReadonlySet<string>, mark: HiddenMark): Dataset {
  const isChosen = ({ id }: Review) => ids.has(id);
  const withheld = (dataset.hidden ?? []).map((review) =>
    isChosen(review) && withheldState(review.hidden_reason) !== "hidden" ? { ...review, ...mark } : review
  );
  const hidden = dataset.reviews.filter(isChosen).map((review) => ({ ...review, ...mark }));
  return withReviews(
    dataset,
    dataset.reviews.filter((review) => !isChosen(review)),
    [...withheld, ...hidden].sort(compareReviews),
  );
}

/**
 * Publishes some hidden reviews of a dataset again, with mentions by the current roster. Unverified ones stay withheld
 * for that reason, unless those of their source are published.
 * @param now Time from which they are withheld.
 */
export function withRestored(dataset: Dataset, ids: ReadonlySet<string>, now: Date): Dataset {
  const { business, hidden = [] } = dataset;
  const reviews = [...dataset.reviews];
  const withheld = hidden.filter(({ id }) => !ids.has(id));
  for (const review of hidden.filter(({ id }) => ids.has(id))) {
    const plain = withoutHiddenMark(review);
    const mark = withheldMark(plain, null, dataset, now);
    if (mark === null) reviews.push(withFoundMentions(plain, business));
    else withheld.push({ ...plain, ...mark });
  }
  return withReviews(dataset, reviews.sort(compareReviews), withheld.sort(compareReviews));
}

/** States the tie of the authors of some reviews to the business; undefined removes it. */
export function withRelation(dataset: Dataset, ids: ReadonlySet<string>, relation: Relation | undefined): Dataset {
  const stated = <Kind extends Review>(review: Kind): Kind => {
    if (!ids.has(review.id)) return review;
    const { relation: _, ...rest } = review;
    return { ...rest, ...relation !== undefined && { relation } } as Kind;
  };
  return withReviews(dataset, dataset.reviews.map(stated), (dataset.hidden ?? []).map(stated));
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
