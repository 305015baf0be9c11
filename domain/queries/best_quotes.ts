import { beginningOf } from "../cut_text.ts";
import { type TextReader, textReader } from "../insights/analysis/text_reader.ts";
import { chosenTaxonomy } from "../insights/taxonomy/taxonomy_choice.ts";
import { compareReviews, type Review } from "../review.ts";
import { searchIndex } from "../search/search_index.ts";
import { foldSearched } from "../search/searched_text.ts";
import { perSnapshot } from "../snapshot/per_snapshot.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { aggregateRatingOf, insightsOf } from "./snapshot_insights.ts";
import { reviewAt, reviewById } from "./snapshot_reviews.ts";
import { isDirectOpinion } from "../insights/quotes/direct_opinion.ts";
import { type OwnNames, ownNames } from "../insights/quotes/own_names.ts";
import { businessNaming, NEGATION } from "../insights/quotes/pull_quote.ts";
import { isQuotable, isTornOut } from "../insights/quotes/quotable.ts";
import { sharedTerms, termMatches } from "../insights/text/shared_terms.ts";
import { wordsOf } from "../insights/text/words_of.ts";

const MOST_EXAMPLES = 40;
const MOST_NEWEST = 120;
const MOST_QUOTES = 3;
const MOST_YEARS = 2;
/** Share of low ratings, as one in this many, from which one of the quotations must be critical. */
const FEW_LOW = 6;
const MOST_SENTENCES = 30;
const LONGEST_TEXT = 5000;
const [SHORTEST, LONGEST] = [40, 150];
const LEAST_SCORE = 0.35;

interface ReviewQuote {
  readonly text: string;
  readonly review: Review;
}

/**
 * Chooses three quotations for the home page, each from another review, as a fair sample. If a sixth of the reviews
 * gave one or two stars, the last is from such a review. Praise begins with the quotation of the insights, then the
 * strongest sentences of five-star reviews. Each judges an aspect, or names the business or its people. Quotations are
 * at most two years old if there are any so new. May find fewer. Cached per snapshot, because it takes longer than the
 * page around it.
 */
export const bestQuotes: (snapshot: Snapshot) => readonly ReviewQuote[] = perSnapshot((snapshot) => {
  const { review_count: count, distribution } = aggregateRatingOf(snapshot);
  const isDivided = (distribution[1] + distribution[2]) * FEW_LOW >= count;
  const critical = isDivided ? ranked(snapshot, lowReviews(snapshot), "negative").slice(0, 1) : [];
  const praise = ranked(snapshot, praisingReviews(snapshot), "positive", chosenQuote(snapshot));
  // Criticism alone is no fair sample.
  return praise.length === 0 ? [] : [...praise.slice(0, MOST_QUOTES - critical.length), ...critical];
});

/** The best sentence of each review, strongest first; of the last two years if there is any. */
function ranked(
  snapshot: Snapshot,
  reviews: readonly Review[],
  side: "positive" | "negative",
  first: readonly ReviewQuote[] = [],
): readonly ReviewQuote[] {
  const { business, subjects } = snapshot;
  const reader = textReader(business, chosenTaxonomy(null, business));
  const { sentencesOf, scoreOf } = reader;
  const isWithheld = side === "negative" ? () => false : withheldNaming(snapshot, reader);
  const isOfTheBusiness = businessNaming(business);
  const isJudgement = (sentence: string) =>
    !isWithheld(sentence) &&
    (isOfTheBusiness(sentence) || subjects.aspects.some(({ id }) => isDirectOpinion(reader, sentence, id, side)));
  const sign = side === "positive" ? 1 : -1;
  const found: (ReviewQuote & { readonly score: number })[] = first.map((quote) => ({ ...quote, score: Infinity }));
  const isOwn = ownNames(business, reviews);
  for (const review of reviews) {
    if (review.relation !== undefined || found.some((quote) => quote.review.id === review.id)) continue;
    let best: ReviewQuote & { readonly score: number } | null = null;
    for (const text of sentencesOf(beginningOf(review.text ?? "", LONGEST_TEXT)).slice(0, MOST_SENTENCES)) {
      if (!isFit(text, review, isOwn, side)) continue;
      const score = sign * scoreOf(text);
      if (score >= LEAST_SCORE && score > (best?.score ?? 0) && isJudgement(text)) best = { text, review, score };
    }
    // Some authors post one text on several platforms.
    if (best !== null && !found.some(({ text }) => text === best.text)) found.push(best);
  }
  const newest = snapshot.reviewCount === 0 ? "" : reviewAt(snapshot, 0).date;
  const limit = `${Number(newest.slice(0, 4)) - MOST_YEARS}${newest.slice(4)}`;
  const recent = found.filter(({ review }) => review.date >= limit);
  // Stable sort: among equal scores examples precede newer reviews.
  return (recent.length > 0 ? recent : found).toSorted((a, b) => a.score === b.score ? 0 : b.score - a.score);
}

function isFit(
  sentence: string,
  { text, author }: Review,
  isOwn: OwnNames,
  side: "positive" | "negative",
): boolean {
  return sentence.length >= SHORTEST && sentence.length <= LONGEST && isQuotable(sentence, side) &&
    !isTornOut(sentence, text ?? "") && isOwn(sentence, author) && (side === "negative" || !NEGATION.test(sentence));
}

/** Builds a test for sentences that name a subject, person, service or area whose praise is withheld. */
function withheldNaming(
  snapshot: Snapshot,
  reader: Pick<TextReader, "aspects">,
): (sentence: string) => boolean {
  const { business: { service_areas, services, technicians }, subjects } = snapshot;
  const { aspects, entities } = insightsOf(snapshot);
  const people = technicians.map(({ name, ...person }) => ({ ...person, label: name }));
  const known = [...subjects.aspects, ...people, ...services, ...service_areas];
  const withheld = [...aspects, ...entities.technicians, ...entities.services, ...entities.service_areas]
    .filter(({ praise_withheld }) => praise_withheld === true);
  const terms = sharedTerms(withheld.flatMap(({ id, label }) => {
    const names = known.filter((one) => one.id === id).flatMap(({ label, aliases }) => [label, ...aliases]);
    return [label, ...names].map((name) => [name, 0] as const);
  }));
  return (sentence) =>
    withheld.some(({ id }) => reader.aspects.isIn(sentence, id)) ||
    !termMatches(wordsOf(sentence), terms).next().done;
}

/** The insights' quotation with its review; empty if no review contains it. */
function chosenQuote(snapshot: Snapshot): ReviewQuote[] {
  const { pull_quote: text } = insightsOf(snapshot);
  if (text === null) return [];
  const { ranks } = searchIndex(snapshot.search, { query: foldSearched(text), limit: 10 });
  const review = ranks.map((rank) => reviewAt(snapshot, rank)).find((review) => review.text?.includes(text));
  return review === undefined ? [] : [{ text, review }];
}

function praisingReviews(snapshot: Snapshot): readonly Review[] {
  const ids = insightsOf(snapshot).aspects.flatMap(({ example_review_ids }) => example_review_ids);
  const examples = [...new Set(ids)].slice(0, MOST_EXAMPLES).map((id) => reviewById(snapshot, id));
  const reviews = [...examples, ...newestWith(snapshot, 5)];
  const known = new Map(reviews.flatMap((review) => review?.rating === 5 ? [[review.id, review] as const] : []));
  return [...known.values()];
}

function lowReviews(snapshot: Snapshot): readonly Review[] {
  return [...newestWith(snapshot, 1), ...newestWith(snapshot, 2)].sort(compareReviews).slice(0, MOST_NEWEST);
}

function newestWith(snapshot: Snapshot, rating: number): readonly Review[] {
  return searchIndex(snapshot.search, { rating, limit: MOST_NEWEST }).ranks.map((rank) => reviewAt(snapshot, rank));
}
