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
function excerptAt(text: string, offset: number, columns: number): string {
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

/** A review that may be shown, and where it speaks of the subject. */
interface Candidate {
  readonly review: Review;
  readonly text: string;
  /** Best sentence that complains about the subject; null if none does. */
  readonly complaint: string | null;
  /** Offset of the first mention of the subject; null if there is none. */
  readonly mention: number | null;
}

/**
 * The lines of one critical review; empty if none is left. Prefers reviews of up to three stars, not shown before, that
 * mention the subject and complain about it in a self-contained sentence. Among equals, fewer stars come first, then
 * newer ones. The excerpt shows the passage on the subject, if any review has one. No excerpt is shown twice.
 *
 * @param shown Ids of the examples shown so far, and their excerpts; the chosen one is added.
 */
export function criticalExample(
  page: Page,
  reviews: ReviewsById,
  shown: Set<string>,
  example: Example,
): readonly string[] {
  const width = page.width - INDENT.length;
  const isComplaint = (part: string) => example.isIn(part) && example.isComplaint(part);
  for (const { review, text, complaint, mention } of rankedCandidates(reviews, shown, example)) {
    if (complaint === null && review.rating > MOST_STARS) continue;
    const start = complaint === null ? mention ?? 0 : complaintStart(text, complaint, isComplaint, width);
    const excerpt = excerptAt(text, start, width);
    if (shown.has(excerpt) || !isPrintable(wordsOf(excerpt))) continue;
    shown.add(review.id).add(excerpt);
    const origin = wrapPieces([`${review.date},`, `${counted(review.rating, "star")},`, review.id], width);
    return [excerpt, ...origin.map((line) => page.paint("faint", line))].map((line) => INDENT + line);
  }
  return [];
}

/** The reviews with a text, the best example first. Only those that mention the subject, if any does. */
function rankedCandidates(
  reviews: ReviewsById,
  shown: ReadonlySet<string>,
  { label, ids, phrases, isIn, isComplaint }: Example,
): readonly Candidate[] {
  const stems = label.toLowerCase().split(" ").filter(({ length }) => length >= SHORTEST_WORD)
    .map((word) => word.slice(0, STEM));
  const words = [...phrases.map((phrase) => phrase.toLowerCase()), ...stems];
  const ranked = ids.flatMap((id) => {
    const review = reviews.get(id);
    if (review === undefined || review.text === null) return [];
    const sentences = splitSentences(review.text.slice(0, MOST_CHARACTERS));
    const complaints = sentences.filter((sentence) => isIn(sentence) && isComplaint(sentence));
    const complaint = complaints.find(isSelfContained) ?? complaints[0] ?? null;
    const mention = mentionStart(review.text, sentences.find(isIn), words);
    const penalty = penaltyOf(review, complaint, mention) + (shown.has(review.id) ? 20 : 0);
    return [{ review, text: review.text, complaint, mention, penalty }];
  }).sort((a, b) => a.penalty - b.penalty || (a.review.date < b.review.date ? 1 : -1));
  const mentioning = ranked.filter(({ mention }) => mention !== null);
  return mentioning.length > 0 ? mentioning : ranked;
}

/** Rank of an example that was not shown before, in stars; the lowest is the best. */
function penaltyOf({ rating }: Review, complaint: string | null, mention: number | null): number {
  const ofComplaint = complaint === null ? 4 : isSelfContained(complaint) ? 0 : 3;
  return rating + (rating > MOST_STARS ? 40 : 0) + (mention === null ? 10 : 0) + ofComplaint;
}

function isSelfContained(complaint: string): boolean {
  return isQuotable(complaint, "negative");
}

/**
 * Start of a complaint's excerpt, in UTF-16 code units. In a sentence too long to show, the passage that complains
 * about the subject. Includes earlier sentences that the complaint depends on, if they fit.
 */
function complaintStart(text: string, sentence: string, isComplaint: (part: string) => boolean, width: number): number {
  const at = text.indexOf(sentence);
  if (sentence.length > width && !isComplaint(sentence.slice(0, width))) {
    // An excerpt shows up to a third of its width before its offset, so only two thirds are left.
    const starts = [...sentence.slice(0, MOST_SEARCHED).matchAll(/(?<=\s)\S/g)].map(({ index }) => index);
    const found = starts.filter((from) => isComplaint(sentence.slice(from, from + Math.floor(width * 2 / 3))));
    return at + (found[Math.floor(found.length / 2)] ?? 0);
  }
  let from = at;
  let first = sentence;
  for (const earlier of splitSentences(text.slice(0, at)).toReversed()) {
    const start = text.lastIndexOf(earlier, from - 1);
    if (isSelfContained(first)) break;
    if (start === -1 || at + sentence.length - start > width) break;
    [from, first] = [start, earlier];
  }
  return from;
}

/** Offset of the first sentence on the subject, or else of the first of `words`; null if there is neither. */
function mentionStart(text: string, sentence: string | undefined, words: readonly string[]): number | null {
  if (sentence !== undefined) return text.indexOf(sentence);
  const lower = text.toLowerCase();
  const starts = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  return starts.length === 0 ? null : Math.min(...starts);
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
