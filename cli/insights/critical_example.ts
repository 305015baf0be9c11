import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import { isQuotable } from "../../domain/insights/quotes/quotable.ts";
import { isPrintable } from "../../domain/insights/text/printable.ts";
import { splitSentences } from "../../domain/insights/text/sentence_split.ts";
import { wordsOf } from "../../domain/insights/text/words_of.ts";
import type { Review } from "../../domain/review.ts";
import { cutText, terminalText, wrapPieces } from "./terminal_text.ts";
import { counted, type Page } from "./page.ts";

const SENTENCE_END = /[.!?…]["”’)]*(?=\s)|\n/g;

/**
 * A verbatim excerpt of a text in quotation marks, cut at a word. It begins with the sentence at `offset`, or shortly
 * before `offset` if the sentence is long.
 *
 * @param offset The position, in UTF-16 code units.
 * @param columns Maximum width in terminal columns, quotation marks included.
 */
export function excerptAt(text: string, offset: number, columns: number): string {
  const near = Math.max(0, offset - Math.floor(columns / 3));
  const end = [...text.slice(near, offset).matchAll(SENTENCE_END)].at(-1);
  const isWhole = near === 0 || end !== undefined;
  const start = end !== undefined ? near + end.index + end[0].length : near === 0 ? 0 : wordStart(text, near, offset);
  // Plain text may be shorter than its source, so take several characters per column.
  const piece = terminalText(text.slice(start, start + columns * 8));
  return `“${cutText(isWhole ? piece : `…${piece}`, columns - 2)}”`;
}

function wordStart(text: string, from: number, offset: number): number {
  const space = text.indexOf(" ", from);
  return space === -1 || space >= offset ? offset : space + 1;
}

/** Published reviews by id. */
export type ReviewsById = ReadonlyMap<string, Review>;

/** The subject that an example review should illustrate. */
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
/** Length to which words are cut to match inflected forms, in characters: `schedul` for scheduling and scheduled. */
const STEM = 7;
const MOST_SEARCHED = 2000;

/**
 * The lines of one critical review; empty if none is left. Prefers reviews of up to three stars, not shown before, that
 * mention the subject and complain about it in a self-contained sentence. Among equals, fewer stars come first, then
 * newer ones. The excerpt shows the passage on the subject, if any review has one. No excerpt is shown twice.
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
    if (taken.has(excerpt) || !isPrintable(wordsOf(excerpt))) continue;
    taken.add(review.id).add(excerpt);
    const origin = wrapPieces([`${review.date},`, `${counted(review.rating, "star")},`, review.id], width);
    return [excerpt, ...origin.map((line) => page.paint("faint", line))].map((line) => INDENT + line);
  }
  return [];
}

/**
 * Start of a complaint's excerpt, in UTF-16 code units. In a sentence too long to show, the passage that complains
 * about the subject. Includes earlier sentences that the complaint depends on, if they fit.
 */
function complaintAt(text: string, sentence: string, isOfSubject: (part: string) => boolean, width: number): number {
  const at = text.indexOf(sentence);
  if (sentence.length > width && !isOfSubject(sentence.slice(0, width))) {
    // An excerpt shows up to a third of its width before its offset, so only two thirds are left.
    const starts = [...sentence.slice(0, MOST_SEARCHED).matchAll(/(?<=\s)\S/g)].map(({ index }) => index);
    const found = starts.filter((from) => isOfSubject(sentence.slice(from, from + Math.floor(width * 2 / 3))));
    return at + (found[Math.floor(found.length / 2)] ?? 0);
  }
  let from = at;
  let first = sentence;
  for (const earlier of splitSentences(text.slice(0, at)).toReversed()) {
    const start = text.lastIndexOf(earlier, from - 1);
    if (isQuotable(first, "negative")) break;
    if (start === -1 || at + sentence.length - start > width) break;
    [from, first] = [start, earlier];
  }
  return from;
}

/** Ranking penalty for a complaint, in stars: 0 if it is self-contained, 3 if not, 4 if there is none. */
function poverty(complaint: string | null): number {
  return complaint === null ? 4 : isQuotable(complaint, "negative") ? 0 : 3;
}

/**
 * The first self-contained sentence that complains about the subject, else the first that complains; null if none does.
 */
function complaintIn(
  { text }: Review,
  isIn: Example["isIn"],
  isComplaint: Example["isComplaint"],
): string | null {
  const said = splitSentences((text ?? "").slice(0, MOST_CHARACTERS)).filter((one) => isIn(one) && isComplaint(one));
  return said.find((one) => isQuotable(one, "negative")) ?? said[0] ?? null;
}

/** Offset of the first sentence on the subject, or else of the first of `words`; null if there is neither. */
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
