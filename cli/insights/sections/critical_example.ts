import type { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { splitSentences } from "../../../domain/insights/text/sentence_split.ts";
import type { Review } from "../../../domain/review.ts";
import { wrapPieces } from "../layout/fit_text.ts";
import type { Page } from "../layout/page.ts";
import { counted } from "../layout/shown_figure.ts";
import { excerptAt } from "./review_excerpt.ts";

/** Published reviews by id. */
export type ReviewsById = ReadonlyMap<string, Review>;

/** What a review is to be an example of. */
export interface Example {
  readonly label: string;
  /** Of the reviews to choose from. */
  readonly ids: readonly string[];
  /** Further words that tell where in a text the matter is spoken of. */
  readonly phrases: readonly string[];
  /** Whether a sentence speaks of the matter; no sentence does where the insights are the operator's own. */
  readonly isIn: (sentence: string) => boolean;
}

const INDENT = "  ";
const SHORTEST_WORD = 4;
const MOST_STARS = 3;
const MOST_CHARACTERS = 10_000;
/** Enough of a word to find its other forms: `schedul` of scheduling and scheduled. */
const STEM = 7;

/**
 * The lines that show one review with criticism: of those given one with up to three stars that has not been shown yet
 * and holds a word of what it is an example of; of equals the one with the fewest stars, then the newest. Empty when
 * none of them has words.
 *
 * @param taken Ids of the examples that were shown so far; the chosen one is added.
 */
export function criticalExample(
  page: Page,
  reviews: ReviewsById,
  taken: Set<string>,
  { label, ids, phrases, isIn }: Example,
): readonly string[] {
  const stems = label.toLowerCase().split(" ").filter(({ length }) => length >= SHORTEST_WORD)
    .map((word) => word.slice(0, STEM));
  const words = [...phrases.map((phrase) => phrase.toLowerCase()), ...stems];
  const rank = (review: Review) =>
    review.rating + (review.rating > MOST_STARS ? 40 : 0) + (taken.has(review.id) ? 20 : 0) +
    (placeOf(review, isIn, words) === null ? 10 : 0);
  const [worst] = ids.flatMap((id) => reviews.get(id) ?? []).filter(({ text }) => text !== null)
    .sort((a, b) => rank(a) - rank(b) || (a.date < b.date ? 1 : -1));
  if (worst === undefined) return [];
  taken.add(worst.id);
  const width = page.width - INDENT.length;
  const origin = wrapPieces([`${worst.date},`, `${counted(worst.rating, "star")},`, worst.id], width);
  const place = placeOf(worst, isIn, words) ?? 0;
  return [excerptAt(worst.text ?? "", place, width), ...origin.map((line) => page.paint("faint", line))]
    .map((line) => INDENT + line);
}

/** Where in a review the matter is spoken of: in a sentence that says so, else at one of its words; null when nowhere. */
function placeOf({ text }: Review, isIn: Example["isIn"], words: readonly string[]): number | null {
  const sentence = splitSentences((text ?? "").slice(0, MOST_CHARACTERS)).find(isIn);
  if (sentence !== undefined) return (text ?? "").indexOf(sentence);
  const lower = (text ?? "").toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  return places.length === 0 ? null : Math.min(...places);
}

/** Of the example reviews of an aspect, those that criticise it; all where nothing tells which do. */
export function criticalIds(
  { id, example_review_ids }: InsightsDocument["aspects"][number],
  perReview: InsightsDocument["per_review"],
): readonly string[] {
  const critical = example_review_ids.filter((review) =>
    perReview[review]?.aspects.some((aspect) => aspect.id === id && aspect.sentiment === "negative")
  );
  return critical.length > 0 ? critical : example_review_ids;
}
