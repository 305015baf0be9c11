import type { InsightsDocument } from "../../../domain/documents/insights_document.ts";
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

/**
 * The lines of one critical review. Preferred are reviews of up to three stars, not shown before, that mention the
 * subject, and that complain where they do, in a sentence that stands alone; then those with the fewest stars, then the newest. Empty if none has a text.
 *
 * @param taken Ids of the examples shown so far; the chosen one is added.
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
  const [worst] = ids.flatMap((id) => reviews.get(id) ?? []).filter(({ text }) => text !== null)
    .sort((a, b) => rank(a) - rank(b) || (a.date < b.date ? 1 : -1));
  if (worst === undefined) return [];
  taken.add(worst.id);
  const width = page.width - INDENT.length;
  const origin = wrapPieces([`${worst.date},`, `${counted(worst.rating, "star")},`, worst.id], width);
  const complaint = complaintIn(worst, isIn, isComplaint);
  const place = complaint === null ? placeOf(worst, isIn, words) ?? 0 : (worst.text ?? "").indexOf(complaint);
  return [excerptAt(worst.text ?? "", place, width), ...origin.map((line) => page.paint("faint", line))]
    .map((line) => INDENT + line);
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
