import { foldText } from "../normalize_text.ts";
import { textReader } from "../insights/analysis/text_reader.ts";
import { chosenTaxonomy } from "../insights/taxonomy/taxonomy_choice.ts";
import type { Review } from "../review.ts";
import { searchIndex } from "../search/search_index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { insightsOf } from "./snapshot_insights.ts";
import { reviewAt, reviewById } from "./snapshot_reviews.ts";
import { type OwnNames, ownNames } from "../insights/quotes/own_names.ts";
import { isQuotable, isTornOut } from "../insights/quotes/quotable.ts";

const MOST_EXAMPLES = 40;
const MOST_NEWEST = 120;
const MOST_QUOTES = 3;
const MOST_SENTENCES = 30;
const LONGEST_TEXT = 5000;
const [SHORTEST, LONGEST] = [40, 150];
const LEAST_SCORE = 0.35;
const NEGATION = /\b(?:no|not|never|nothing|none|nor|nobody|neither|cannot|without|hardly|but)\b|n['’]t\b/i;

/** A verbatim sentence of a review. */
interface ReviewQuote {
  readonly text: string;
  readonly review: Review;
}

const known = new WeakMap<Snapshot, readonly ReviewQuote[]>();

/**
 * Chooses three quotations for the home page, each from another review. First the one that the insights chose, then the
 * strongest praise among the examples of the aspects and the newest five-star reviews. May find fewer. Cached per
 * snapshot, because it takes longer than the page around it.
 */
export function bestQuotes(snapshot: Snapshot): readonly ReviewQuote[] {
  let quotes = known.get(snapshot);
  if (quotes === undefined) known.set(snapshot, quotes = findQuotes(snapshot));
  return quotes;
}

function findQuotes(snapshot: Snapshot): readonly ReviewQuote[] {
  const { business } = snapshot;
  const { sentencesOf, scoreOf } = textReader(business, chosenTaxonomy(null, business));
  const quotes = chosenQuote(snapshot);
  const found: (ReviewQuote & { readonly score: number })[] = [];
  const reviews = candidates(snapshot);
  const isOwn = ownNames(business, reviews);
  for (const review of reviews) {
    if (quotes.some((quote) => quote.review.id === review.id)) continue;
    let best: ReviewQuote & { readonly score: number } | null = null;
    for (const text of sentencesOf((review.text ?? "").slice(0, LONGEST_TEXT)).slice(0, MOST_SENTENCES)) {
      if (!isFit(text, review, isOwn)) continue;
      const score = scoreOf(text);
      if (score >= LEAST_SCORE && score > (best?.score ?? 0)) best = { text, review, score };
    }
    // Some authors post one text on several platforms.
    if (best !== null && ![...quotes, ...found].some(({ text }) => text === best.text)) found.push(best);
  }
  // Stable sort: among equal scores examples precede newer reviews.
  const others = found.toSorted((a, b) => b.score - a.score);
  return [...quotes, ...others].slice(0, MOST_QUOTES);
}

function isFit(sentence: string, { text, author }: Review, isOwn: OwnNames): boolean {
  return sentence.length >= SHORTEST && sentence.length <= LONGEST && isQuotable(sentence, "positive") &&
    !isTornOut(sentence, text ?? "") && isOwn(sentence, author) && !NEGATION.test(sentence);
}

/** The insights' quotation with its review; empty if no review contains it. */
function chosenQuote(snapshot: Snapshot): ReviewQuote[] {
  const { pull_quote: text } = insightsOf(snapshot);
  if (text === null) return [];
  const { ranks } = searchIndex(snapshot.search, { query: foldText(text), limit: 10 });
  const review = ranks.map((rank) => reviewAt(snapshot, rank)).find((review) => review.text?.includes(text));
  return review === undefined ? [] : [{ text, review }];
}

function candidates(snapshot: Snapshot): readonly Review[] {
  const ids = insightsOf(snapshot).aspects.flatMap(({ example_review_ids }) => example_review_ids);
  const examples = [...new Set(ids)].slice(0, MOST_EXAMPLES).map((id) => reviewById(snapshot, id));
  const { ranks } = searchIndex(snapshot.search, { rating: 5, limit: MOST_NEWEST });
  const reviews = [...examples, ...ranks.map((rank) => reviewAt(snapshot, rank))];
  const known = new Map(reviews.flatMap((review) => review?.rating === 5 ? [[review.id, review] as const] : []));
  return [...known.values()];
}
