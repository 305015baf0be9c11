import type { RankedSubject, Ranking } from "./ranked_subjects.ts";
import { quoted } from "../wording/quoted.ts";

/** The first line of a ranking: what it is of, what it goes by, how sure it is, and how many reviews the last years have. */
export function headline(kind: string, order: string, { ranked, total, by, last_year, year_before }: Ranking): string {
  const measure = by === "negative reviews" ? ", by the number of negative reviews" : "";
  return [
    `${ranked.length} of ${total} ${kind}, ${order === "most_mentioned" ? "most mentioned" : order} first${measure}.`,
    kind === "aspects" ? "Sides are what is said of the aspect." : "Positive are 4 and 5 stars, negative 1 and 2.",
    certainty(ranked, order),
    last_year === null || year_before === null
      ? ""
      : `Of all that are counted, ${last_year} reviews are of the last 12 months and ${year_before} of the 12 before.`,
  ].filter((sentence) => sentence !== "").join(" ");
}

/** Which of those that follow the first may be behind it by chance alone. */
function certainty(ranked: readonly RankedSubject[], order: string): string {
  if (ranked.length < 2 || ranked[0]?.may_equal_first === null) return "";
  const numbers = ranked.flatMap(({ may_equal_first: may }, at) => may && at > 0 ? [String(at + 1)] : []);
  if (numbers.length === 0) return "Number 1 is surely ahead of those that follow: no 95 % interval overlaps.";
  return `${numbers.length === 1 ? "Number" : "Numbers"} ${listed(numbers)} may be as ${
    order === "best" ? "good" : "bad"
  } as number 1: their 95 % intervals overlap.`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The line of a subject, without its number and its examples. */
export function rankedLine(subject: RankedSubject): string {
  const said = (word: string, aspects: RankedSubject["praised"]) =>
    aspects.length === 0
      ? ""
      : `; ${word} for ${aspects.map((one) => `${quoted(one.label)} ${one.review_count}`).join(", ")}`;
  const { last_year: year, year_before: before } = subject;
  return `${quoted(subject.label)} (id ${quoted(subject.id)}): ${subject.review_count} reviews, ` +
    `${subject.positive_count} positive, ${subject.neutral_count} neutral, ${subject.negative_count} negative` +
    (subject.average_rating === null ? "" : `, ${subject.average_rating} stars`) +
    `; at least ${subject.positive_at_least_pct} % positive, ${subject.negative_at_least_pct} % negative` +
    (subject.trend === null ? "" : `; trend ${subject.trend}`) +
    (year === null ? "" : `; last 12 months ${year.review_count} reviews, ${year.negative_count} negative`) +
    (before === null ? "" : `, 12 before ${before.review_count}, ${before.negative_count} negative`) +
    said("praised", subject.praised) + said("criticised", subject.criticised);
}
