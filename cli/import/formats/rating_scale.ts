import { isDay } from "../cells/read_day.ts";
import { type ColumnProfile, hasOne, isOfStars } from "./column_profile.ts";
import type { Doubt } from "./understanding.ts";

/** Number of ratings above a scale, and of different ones among them, from which they show a greater scale. */
const [FEWEST_ABOVE, FEWEST_DIFFERENT] = [10, 3];
const [NEAR_BEST, SHOWN_RATINGS] = [0.9, 4];

const BEST = "best|top|excellent|very good|sehr gut|excelente|muy bueno|tr[eè]s bien|ottimo";
const WORST = "worst|poor|bad|schlecht|mangelhaft|ungen|mauvais|malo|pessim";
const ONE_IS_BEST = new RegExp(
  String.raw`\b1 ?(?:=|:|is|ist) ?(?:the )?(?:${BEST})|[56] ?[=:] ?(?:${WORST})|schulnote`,
  "i",
);
const BEST_GRADES = 2.5;

/** Whether ratings may be school grades: by their name, by a grade between 5 and 6, or as most are good ones. */
function mayBeGrades({ name, words, largest }: ColumnProfile, ratings: readonly number[]): boolean {
  if (ONE_IS_BEST.test(name)) return true;
  const isGood = ratings.filter((rating) => rating <= BEST_GRADES).length * 2 > ratings.length;
  return hasOne(words, "grades") && !/\d/.test(name) && largest <= 6 && (largest > 5 || isGood);
}

/**
 * Finds the best rating of a column; `scale` is absent for 5, and 1 for school grades. Values show it if half of all are
 * above the smaller scale, varied, and some near the best. Fewer may be slips, which is a doubt. A row without a day is
 * no evidence: it is a total or has a problem.
 */
export function ratingScale(
  column: ColumnProfile,
  date: ColumnProfile | undefined,
): { readonly scale?: number; readonly doubts: readonly Doubt[] } {
  const { name, words, sampled, share } = column;
  if (share.number < 0.5 || isOfStars(name)) return { doubts: [] };
  const days = { lastDay: "9999-12-31", order: null, relativeTo: "9999-12-31" };
  const isDated = (row: number) => date === undefined || date.filled.has(row) && isDay(date.sampled[row], days);
  const ratings = sampled.map((value, row) => isDated(row) ? Number(String(value).replace(",", ".")) : NaN)
    .filter((rating) => rating > 0 && rating <= 100);
  if (mayBeGrades(column, ratings)) {
    // In Switzerland 6 is the best.
    const parts = column.largest > 5 ? ["1", "6", "10"] : ["1", "5"];
    return { scale: 1, doubts: [{ field: "scale", column: "1", rival: parts[1] ?? "5", parts }] };
  }
  const named = namedScale(name) ?? (words.includes("nps") ? 10 : undefined);
  const above = ratings.filter((rating) => rating > 5);
  if (named === undefined && above.length === 0) return { doubts: [] };
  const isOfTen = above.filter((rating) => rating <= 10).length * 2 >= above.length;
  const best = named ?? (isOfTen ? 10 : Math.max(...above) <= 20 ? 20 : 100);
  const beyond = ratings.filter((rating) => rating > (best <= 10 ? 5 : 10) && rating <= best);
  const isShown = named !== undefined ? beyond.length > 0 : beyond.length >= FEWEST_ABOVE &&
    beyond.length * 2 >= ratings.length && Math.max(...beyond) >= best * NEAR_BEST &&
    new Set(beyond).size >= FEWEST_DIFFERENT;
  if (isShown) return { scale: best, doubts: [] };
  const examples = [...new Set(above)].sort((a, b) => b - a).slice(0, SHOWN_RATINGS).join(", ");
  const doubt = { field: "scale", column: String(best), rival: "5", ...examples !== "" && { examples } } as const;
  return { scale: best, doubts: [doubt] };
}

/** Finds the best rating in the name of a column, such as "Note /20", "Sonnen (max. 6)" or "Score (1-10)"; above 5 only. */
export function namedScale(name: string): number | undefined {
  const [, best] = /(?:[/–-]|\b(?:of|von|sur|su|de|max\.?|bis|to|tot|al?|à)) ?(\d{1,3})\b/i.exec(name) ??
    /\b(100?)\b/.exec(name) ?? [];
  return best !== undefined && Number(best) > 5 && Number(best) <= 100 ? Number(best) : undefined;
}
