import { foldText } from "../normalize_text.ts";
import { type LeftOutSource, type Place, PLACES } from "../places.ts";
import type { Review } from "../review.ts";
import type { Dataset } from "./dataset.ts";

/**
 * Returns the dataset that a place publishes, without the sources that it leaves out. The same object if it leaves out
 * nothing; otherwise without the operator's insights too, as these count all reviews.
 */
export function datasetFor(dataset: Dataset, place: Place): Dataset {
  const { reviews, hidden } = dataset;
  const placesOf = placesWithout(dataset);
  if (placesOf === null) return dataset;
  const isPublished = (review: Review) => !placesOf(review).includes(place);
  if (reviews.every(isPublished) && (hidden ?? []).every(isPublished)) return dataset;
  const left = hidden?.filter(isPublished);
  return { ...dataset, reviews: reviews.filter(isPublished), ...left && { hidden: left }, operatorInsights: null };
}

/** Sources of a dataset that some places leave out, with the number of their reviews. */
export function leftOutSources(dataset: Dataset): readonly LeftOutSource[] {
  const placesOf = placesWithout(dataset);
  if (placesOf === null) return [];
  const { reviews, hidden = [] } = dataset;
  const found = new Map<string, LeftOutSource>();
  for (const review of [...reviews, ...hidden]) {
    const places = placesOf(review);
    if (places.length === 0 || found.has(foldText(review.source))) continue;
    found.set(foldText(review.source), { source: review.source, reviews: 0, places: [...places] });
  }
  for (const { source } of reviews) {
    const one = found.get(foldText(source));
    if (one !== undefined) one.reviews++;
  }
  return [...found.values()];
}

/** Groups of places that leave out the same sources; the first one has the pages. */
export function placeGroups(leftOut: readonly LeftOutSource[]): readonly (readonly [Place, ...Place[]])[] {
  const without = (place: Place) => String(leftOut.map(({ places }) => places.includes(place)));
  return [...Map.groupBy(PLACES, without).values()] as [Place, ...Place[]][];
}

/** Which places leave out a review; null if none leaves out any. */
function placesWithout({ pages }: Dataset): ((review: Review) => readonly Place[]) | null {
  const off = new Map(Object.entries(pages?.off ?? {}));
  return off.size === 0 ? null : ({ source }) => off.get(foldText(source)) ?? [];
}
