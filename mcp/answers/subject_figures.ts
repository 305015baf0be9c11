import { relatedSubjects } from "../../domain/queries/finding_note.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { type CountCriteria, countOf } from "./comparison.ts";

/** Numbers of the aspects of which most matching reviews speak in a way, by id. */
export function saidAspects(
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

/** Numbers of reviews of the subjects that count the same words as the aspect or problem of some criteria, by id. */
export function relatedCounts(
  snapshot: Snapshot,
  { aspect, problem, ...others }: CountCriteria,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    relatedSubjects(snapshot, { aspect, problem }).map(({ kind, subject: { id } }) => [
      `${kind} ${id}`,
      countOf(snapshot, { ...others, [kind]: id }),
    ]),
  );
}
