import type { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { needsContext } from "../../../domain/insights/quotes/needs_context.ts";
import { standsAlone } from "../../../domain/insights/quotes/quote_of.ts";
import { splitSentences } from "../../../domain/insights/text/sentence_split.ts";
import type { Review } from "../../../domain/review.ts";
import { wrapPieces } from "../layout/fit_text.ts";
import type { Page } from "../layout/page.ts";
import { counted } from "../layout/shown_figure.ts";
import { excerptAt } from "./review_excerpt.ts";

/** Published reviews by id. */
export type ReviewsById = ReadonlyMap<string, Review>;

/** What an example review should illustrate. */
export interface Example {
  readonly label: string;
  /** Ids of the reviews to choose from. */
  readonly ids: readonly string[];
  /** Phrases that show where in a text the subject is mentioned. */
  readonly phrases: readonly string[];
  /** Whether a sentence mentions the subject; always false if the insights are the operator's own. */
  readonly isIn: (sentence: string) => boolean;
  /** Whether a sentence that mentions the subject complains. */
  readonly isComplaint: (sentence: string) => boolean;
}

const INDENT = "  ";
const SHORTEST_WORD = 4;
const MOST_STARS = 3;
const MOST_CHARACTERS = 10_000;
/** Length to which words are cut, to match inflected forms: `schedul` for scheduling and scheduled. */
const STEM = 7;
const MOST_SEARCHED = 2000;
/** "It is impossible to park" speaks of nothing before it. */
const IMPERSONAL = /^It(?:['’]s| is| was) (?:\p{L}+ )?\p{L}+ to\b/u;

/**
 * The lines of one critical review. Preferred are reviews of up to three stars, not shown before, that mention the
 * subject, and that complain where they do, in a sentence that stands alone; then those with the fewest stars, then the
 * newest. An excerpt shows what is said of the subject, if any of the reviews says where, and none is shown twice. Empty
 * if none is left.
 *
 * @param taken Ids of the examples shown so far, and their excerpts; the chosen one is added.
 */
export function criticalExample(
  page: Page,
  reviews: ReviewsById,
  taken: Set<string>,
  { label, ids, phrases, isIn, isComplaint }: Example,
): readonly string[] {
  const stems = label.toLowerCase().split(" ").filter(({ length }) => length >= SHORTEST_WORD)
    .map((word) => word.slice(0, STEM));
  const words = [...phrases.map((phrase) => phrase.toLowerCase()), ...stems];
  const rank = (review: Review) =>
    review.rating + (review.rating > MOST_STARS ? 40 : 0) + (taken.has(review.id) ? 20 : 0) +
    (placeOf(review, isIn, words) === null ? 10 : 0) + poverty(complaintIn(review, isIn, isComplaint));
  const width = page.width - INDENT.length;
  const ranked = ids.flatMap((id) => reviews.get(id) ?? []).filter(({ text }) => text !== null)
    .sort((a, b) => rank(a) - rank(b) || (a.date < b.date ? 1 : -1));
  const placed = ranked.filter((review) => placeOf(review, isIn, words) !== null);
  for (const review of placed.length > 0 ? placed : ranked) {
    const text = review.text ?? "";
    const complaint = complaintIn(review, isIn, isComplaint);
    if (complaint === null && review.rating > MOST_STARS) continue;
    const place = complaint === null
      ? placeOf(review, isIn, words) ?? 0
      : complaintAt(text, complaint, (part) => isIn(part) && isComplaint(part), width);
    const excerpt = excerptAt(text, place, width);
    if (taken.has(excerpt)) continue;
    taken.add(review.id).add(excerpt);
    const origin = wrapPieces([`${review.date},`, `${counted(review.rating, "star")},`, review.id], width);
    return [excerpt, ...origin.map((line) => page.paint("faint", line))].map((line) => INDENT + line);
  }
  return [];
}

/**
 * Where the excerpt of a complaint begins. Of a sentence that is too long to be shown it is the passage that complains of
 * the subject; a sentence that goes on with those before it is shown with them, as far as there is room.
 */
function complaintAt(text: string, sentence: string, isOfSubject: (part: string) => boolean, width: number): number {
  const at = text.indexOf(sentence);
  if (sentence.length > width && !isOfSubject(sentence.slice(0, width))) {
    // An excerpt shows a third of its width before its place.
    const starts = [...sentence.slice(0, MOST_SEARCHED).matchAll(/(?<=\s)\S/g)].map(({ index }) => index);
    const found = starts.filter((from) => isOfSubject(sentence.slice(from, from + Math.floor(width * 2 / 3))));
    return at + (found[Math.floor(found.length / 2)] ?? 0);
  }
  let from = at;
  let first = sentence;
  for (const earlier of splitSentences(text.slice(0, at)).toReversed()) {
    const start = text.lastIndexOf(earlier, from - 1);
    if (!needsContext(first) || IMPERSONAL.test(first)) break;
    if (start === -1 || at + sentence.length - start > width) break;
    [from, first] = [start, earlier];
  }
  return from;
}

/** How little a sentence is worth showing, as a number of stars: one that stands alone is worth most. */
function poverty(complaint: string | null): number {
  return complaint === null ? 4 : standsAlone(complaint, "negative") ? 0 : 3;
}

/** The first sentence that complains of the subject, one that stands alone before others; null if there is none. */
function complaintIn(
  { text }: Review,
  isIn: Example["isIn"],
  isComplaint: Example["isComplaint"],
): string | null {
  const said = splitSentences((text ?? "").slice(0, MOST_CHARACTERS)).filter((one) => isIn(one) && isComplaint(one));
  return said.find((one) => standsAlone(one, "negative")) ?? said[0] ?? null;
}

/** Offset of the first sentence on the subject, else of the first of its words; null if there is neither. */
function placeOf({ text }: Review, isIn: Example["isIn"], words: readonly string[]): number | null {
  const sentence = splitSentences((text ?? "").slice(0, MOST_CHARACTERS)).find(isIn);
  if (sentence !== undefined) return (text ?? "").indexOf(sentence);
  const lower = (text ?? "").toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  return places.length === 0 ? null : Math.min(...places);
}

/** Ids of the example reviews that criticise an aspect; all of them if the insights do not say which. */
export function criticalIds(
  { id, example_review_ids }: InsightsDocument["aspects"][number],
  perReview: InsightsDocument["per_review"],
): readonly string[] {
  const critical = example_review_ids.filter((review) =>
    perReview[review]?.aspects.some((aspect) => aspect.id === id && aspect.sentiment === "negative")
  );
  return critical.length > 0 ? critical : example_review_ids;
}
