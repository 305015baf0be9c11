import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import type { SearchCriteria } from "../../domain/search/search_index.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";

/** The first and the last day of a time, both inclusive; undefined where it is open. */
export type Days = Pick<SearchCriteria, "since" | "until">;

/**
 * The twelve months before the last day that is counted, and the twelve before those; null where the reviews, or those
 * that are to be counted, begin in a later month, as fewer months would be compared with twelve.
 */
export function lastYears(snapshot: Snapshot, { since, until }: Days): readonly [last: Days, before: Days | null] {
  const { earliest, latest } = insightsOf(snapshot).date_range;
  const last = until ?? latest ?? "";
  // The same day of the year before; a day 29 of February that does not exist is before 1 March all the same.
  const yearsBefore = (years: number) => `${String(Number(last.slice(0, 4)) - years).padStart(4, "0")}${last.slice(4)}`;
  const [first, start] = [yearsBefore(1), since ?? earliest ?? ""];
  return [
    { until, since: since !== undefined && since > first ? since : first },
    start.slice(0, 7) > yearsBefore(2).slice(0, 7) ? null : { until: dayBefore(first), since: yearsBefore(2) },
  ];
}

function dayBefore(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day - 1)).toISOString().slice(0, 10);
}
