import type { InsightsDocument } from "../documents/insights_document.ts";
import type { Review } from "../review.ts";

/**
 * Checks that insights agree with the published reviews, which the schema cannot check. The three counts of each aspect
 * must add up, every review id exist, review count and dates be right.
 *
 * @param reviews Newest first.
 * @returns One phrase per fault, beginning with its path; empty if there is none.
 */
export function insightsFaults(insights: InsightsDocument, reviews: readonly Review[]): readonly string[] {
  const faults: string[] = [];
  const expect = (path: string, found: unknown, expected: unknown) => {
    if (found !== expected) faults.push(`${path} is ${JSON.stringify(found)}; expected ${JSON.stringify(expected)}`);
  };
  expect("review_count", insights.review_count, reviews.length);
  expect("date_range.earliest", insights.date_range.earliest, reviews.at(-1)?.date ?? null);
  expect("date_range.latest", insights.date_range.latest, reviews[0]?.date ?? null);
  insights.aspects.forEach((aspect, index) => {
    const sum = aspect.positive_count + aspect.neutral_count + aspect.negative_count;
    expect(`aspects.${index}.mention_count`, aspect.mention_count, sum);
  });
  const known = new Set(reviews.map(({ id }) => id));
  for (const [path, id] of reviewIdsIn(insights)) {
    if (!known.has(id)) faults.push(`${path} is "${id}"; expected the id of a published review`);
  }
  return faults;
}

function* reviewIdsIn(insights: InsightsDocument): Generator<readonly [path: string, id: string]> {
  const { aspects, entities, topics, faq, per_review } = insights;
  const lists: [string, readonly { readonly example_review_ids: readonly string[] }[]][] = [
    ["aspects", aspects],
    ["topics", topics],
    ...Object.entries(entities).map(([name, list]): [string, typeof list] => [`entities.${name}`, list]),
  ];
  for (const [path, list] of lists) {
    for (const [index, { example_review_ids }] of list.entries()) {
      for (const [n, id] of example_review_ids.entries()) yield [`${path}.${index}.example_review_ids.${n}`, id];
    }
  }
  for (const [index, { source_review_ids }] of faq.entries()) {
    for (const [n, id] of source_review_ids.entries()) yield [`faq.${index}.source_review_ids.${n}`, id];
  }
  for (const id of Object.keys(per_review)) yield ["per_review", id];
}
