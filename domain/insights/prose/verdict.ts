import type { Trend } from "../../documents/insights_document.ts";
import type { SentimentCounts } from "../figures/sentiment_counts.ts";
import { countText, isDivided, listed } from "./counted_words.ts";

/** What an answer is about, and how many reviews are for and against it. */
export interface Judged {
  readonly counts: SentimentCounts;
  /** As it stands in a sentence. */
  readonly name: string;
  /** What a review does with it: `speak of`, `mention` or `name`. */
  readonly verb: string;
  /** Whether the counts are of reviews that praise it; otherwise of reviews that are positive. */
  readonly isPraised: boolean;
  /** Whether nobody wants it: who praises it tells that it was not there, or came to an end. */
  readonly isBurden?: boolean;
  /** Whether the question can be answered with yes or no. */
  readonly isYesNo: boolean;
  /** The average rating, two decimals; null to leave it out. */
  readonly stars: number | null;
  readonly trend: Trend | null;
  /** How many answers stand before: frames take turns. */
  readonly turn: number;
}

type Side = keyof SentimentCounts;

/** How reviews speak of something. */
const HOW: Readonly<Record<Side, string>> = {
  positive: "with praise",
  negative: "with complaints",
  neutral: "with neither",
};

function howOf(side: Side, isBurden = false): string {
  return isBurden && side === "positive" ? "with relief" : HOW[side];
}

/**
 * The beginning of an answer: whether reviews praise or complain, and how many do. What is notable comes first: that
 * all agree, or to which side they lean. Its last sentence says whether opinion has changed of late.
 */
export function verdict(judged: Judged): string {
  const told = unanimous(judged) ?? divided(judged);
  const trend = judged.trend === "improving"
    ? " Opinion has improved over the last three full months."
    : judged.trend === "declining"
    ? " Opinion has worsened over the last three full months."
    : "";
  return `${told}${starsText(judged.stars)}.${trend}`;
}

function unanimous({ counts, name, verb, isPraised, isBurden, isYesNo }: Judged): string | null {
  const total = totalOf(counts);
  const reviews = `ll ${countText(total)} reviews that ${verb} ${name}`;
  if (counts.positive === total) {
    return `${isYesNo ? "Yes: a" : "A"}${reviews} ${
      isPraised ? `do so ${howOf("positive", isBurden)}` : "are positive"
    }`;
  }
  if (counts.negative === total) {
    return `${isYesNo ? "No: a" : "A"}${reviews} ${isPraised ? "do so with complaints" : "are negative"}`;
  }
  return null;
}

function divided(judged: Judged): string {
  const { counts, name, verb, isPraised, isBurden, isYesNo, stars, turn } = judged;
  // An average of stars says it already, unless a yes or no is asked for.
  const lead = stars === null || isYesNo ? `${leaning(judged)}: ` : "";
  const all = countText(totalOf(counts));
  const [first, ...others] = sides(counts, isPraised);
  const parts = others.map((side) => `${countText(counts[side])} ${isPraised ? howOf(side, isBurden) : side}`);
  const rest = isPraised && counts.negative === 0 ? [...parts, "none with a complaint"] : parts;
  const count = countText(counts[first]);
  const does = `${counts[first] === 1 ? isPraised ? "does so" : "is" : isPraised ? "do so" : "are"} ${
    isPraised ? howOf(first, isBurden) : first
  }`;
  switch (turn % 3) {
    case 0:
      return `${lead}${listed([`${count} of the ${all} reviews that ${verb} ${name} ${does}`, ...rest])}`;
    case 1:
      return `${lead === "" ? "Of" : `${lead}of`} ${all} reviews that ${verb} ${name}, ${
        listed([`${count} ${does}`, ...rest])
      }`;
    default:
      return `${all} reviews ${verb} ${name}${lead === "" ? ": " : `. ${lead}`}${
        listed([`${count} ${lead === "" ? does : does.replace(/^do(?:es)? so /, "")}`, ...rest])
      }`;
  }
}

/** The sentiments that reviews have: of praise and complaints in this order, else the commonest first. */
function sides(counts: SentimentCounts, isPraised: boolean): readonly [Side, ...Side[]] {
  const [first = "neutral", ...others] = (["positive", "negative", "neutral"] as const)
    .filter((side) => counts[side] > 0).toSorted((a, b) => isPraised ? 0 : counts[b] - counts[a]);
  return [first, ...others];
}

function leaning({ counts, isYesNo, isBurden }: Judged): string {
  const { positive, negative } = counts;
  const all = totalOf(counts);
  const praise = isBurden === true ? "relief" : "praise";
  if (!isDivided(counts)) {
    if (positive * 2 <= all) return negative === 0 ? "No complaints" : "Few complain";
    if (positive * 10 >= 9 * all) return isYesNo ? "Nearly all say yes" : `Nearly all is ${praise}`;
    return isYesNo ? "Most say yes" : `Mostly ${praise}`;
  }
  if (negative >= 2 * positive && negative * 2 > all) return isYesNo ? "Most say no" : "Mostly complaints";
  if (negative * 2 >= 3 * positive) return `More complaints than ${praise}`;
  return positive * 2 >= 3 * negative && positive * 2 > all ? `More ${praise} than complaints` : "Opinions differ";
}

function starsText(stars: number | null): string {
  if (stars === null) return "";
  return stars === 5 ? ", each with 5 stars" : `, with ${stars} ${stars === 1 ? "star" : "stars"} on average`;
}

function totalOf({ positive, neutral, negative }: SentimentCounts): number {
  return positive + neutral + negative;
}
