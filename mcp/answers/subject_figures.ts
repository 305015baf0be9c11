import { relatedSubjects } from "../../domain/queries/finding_note.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { type CountCriteria, countOf, type SidesCount, sidesOf } from "./comparison.ts";

/** Reviews of a related subject. */
export type RelatedCount = Pick<SidesCount, "review_count" | "negative_count">;

/** Numbers of the aspects of which most matching reviews speak in a way, by id. */
export function judgedAspects(
  snapshot: Snapshot,
  criteria: CountCriteria,
  sentiment: "positive" | "negative",
  most: number,
): Readonly<Record<string, number>> {
  const counts = insightsOf(snapshot).aspects.map(({ id }): [string, number] => [
    id,
    countOf(snapshot, { ...criteria, aspect: id, sentiment }),
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a).slice(0, most));
}

/**
 * Numbers of all and of negative reviews, by kind and id of the subject. The subjects count the same words as the
 * aspect or problem of some criteria. Those of an aspect are negative towards it.
 */
export function relatedCounts(
  snapshot: Snapshot,
  { aspect, problem, ...others }: CountCriteria,
): Readonly<Record<string, RelatedCount>> {
  return Object.fromEntries(
    relatedSubjects(snapshot, { aspect, problem }).map(({ kind, subject: { id } }) => {
      const { review_count, negative_count } = sidesOf(snapshot, { ...others, [kind]: id });
      return [`${kind} ${id}`, { review_count, negative_count }];
    }),
  );
}
