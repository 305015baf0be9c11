import type { InsightsDocument, Trend } from "../../documents/insights_document.ts";
import { type Evidence, exampleReviews } from "../figures/evidence.ts";
import { sentimentCounts } from "../figures/sentiment_counts.ts";
import { type Quote, type QuoteJudge, quoteOf } from "../quotes/quote_of.ts";
import type { Customer } from "../taxonomy/taxonomy.ts";
import type { Frames } from "./frames.ts";
import { isDivided, leaningOf } from "./leaning.ts";
import { quoteWords } from "./quote_words.ts";
import { starSide, starsOfName, starsOfThing } from "./stars_verdict.ts";
import { verdict } from "./verdict.ts";

type Entry = InsightsDocument["faq"][number];

/** Fewer reviews with an opinion are not spoken of. */
const FEWEST = 5;
const LOW = 2;

// How those speak who do: they may be more or fewer than before.
const TRENDS = {
  improving: [
    "Opinion has improved over the last three full months.",
    "Of late reviews speak better of this than before.",
  ],
  declining: [
    "Opinion has worsened over the last three full months.",
    "Of late reviews speak worse of this than before.",
  ],
};

const TRENDS_OF_BURDENS = {
  improving: ["Of late those who speak of this complain less than before."],
  declining: ["Of late those who speak of this complain more than before."],
};

/** A question and the evidence for its answer. */
export interface FaqSubject extends QuoteJudge {
  readonly question: string;
  /** The subject as it stands in a sentence, or before a colon. */
  readonly name: string;
  /** Newest first. */
  readonly evidence: readonly Evidence[];
  /** Sentences that earlier answers quote; this answer adds its own. */
  readonly quoted: Set<string>;
  readonly customer: Customer;
  readonly frames: Frames;
}

/**
 * Answers a question about an aspect: to which side reviews lean, as far as that is sure, and what they say in their own
 * words. Where a fifth of the opinions are of the other side, both are quoted, or none if no side is named. Where nothing
 * is sure the quotations are the answer, and without them there is none: null.
 */
export function aspectAnswer(
  subject: FaqSubject & { readonly trend: Trend | null; readonly isBurden: boolean },
): Entry | null {
  const { evidence, trend, name, frames, isBurden } = subject;
  const counts = sentimentCounts(evidence);
  const { positive, negative } = counts;
  if (positive + negative < FEWEST) return null;
  const leaning = leaningOf(counts);
  const isOfBoth = leaning === null || leaning === "divided";
  const quotes = quotesOf(subject, positive >= negative, !isDivided(counts) ? "no" : isOfBoth ? "needed" : "welcome");
  if (quotes.length === 0 && leaning === null) return null;
  const told = verdict(counts, name, frames, isBurden);
  if (told === null && leaning !== null) return null;
  const change = trend === "improving" || trend === "declining"
    ? frames.next((isBurden ? TRENDS_OF_BURDENS : TRENDS)[trend])
    : null;
  return entryOf(subject, [told, change], quotes);
}

/**
 * Answers a question about a person or an area by the stars of the reviews that name it, which are all that speak of it,
 * and by what they say in their own words. Null when all the ways to say it are used up.
 *
 * @param subject `verb`: what a review does with the name, `mention` or `name`.
 */
export function nameAnswer(subject: FaqSubject & { readonly verb: string }): Entry | null {
  return starsEntry(subject, () => starsOfName(ratingsOf(subject), subject, subject.frames));
}

/**
 * Answers a question about a service, of which others speak in other words, by the stars of the reviews that mention it,
 * and by what they say in their own words. Null where nothing is sure or
 * nothing is told but what holds of all reviews, and when all the ways to say it are used up.
 */
export function thingAnswer(subject: FaqSubject & { readonly allRatings: readonly number[] }): Entry | null {
  const ratings = ratingsOf(subject);
  const isAsAll = starSide(ratings) === starSide(subject.allRatings);
  return starsEntry(subject, () => starsOfThing(ratings, subject.name, subject.frames), isAsAll);
}

function ratingsOf({ evidence }: FaqSubject): readonly number[] {
  return evidence.map(({ review }) => review.rating);
}

function starsEntry(subject: FaqSubject, tell: () => string | null, isAsAll = false): Entry | null {
  const ratings = ratingsOf(subject);
  const low = ratings.filter((rating) => rating <= LOW).length;
  const isMostlyLow = 2 * low > ratings.length;
  const hasOther = 5 * Math.min(low, ratings.length - low) >= ratings.length;
  const quotes = quotesOf(subject, !isMostlyLow, hasOther ? "needed" : "no");
  const told = isAsAll && quotes.length === 0 ? null : tell();
  return told === null ? null : entryOf(subject, [told], quotes);
}

/** The quotation of the greater side, which is never missing alone, and that of the other. */
function quotesOf(subject: FaqSubject, isPraiseFirst: boolean, other: "no" | "welcome" | "needed"): readonly Quote[] {
  const [greater, smaller] = isPraiseFirst ? ["positive", "negative"] as const : ["negative", "positive"] as const;
  const first = quoteOf(subject.evidence, greater, subject);
  if (first === null) return [];
  const second = other === "no" ? null : quoteOf(subject.evidence, smaller, subject);
  return second === null ? other === "needed" ? [] : [first] : [first, second];
}

function entryOf(
  { question, evidence, quoted, customer, frames }: FaqSubject,
  sentences: readonly (string | null)[],
  [first, second]: readonly Quote[],
): Entry | null {
  const words = first === undefined ? null : quoteWords(
    second === undefined ? [first] : [first, second],
    customer,
    frames,
    sentences.some((one) => one !== null),
  );
  const quotes = words === null ? [] : [first, second].filter((quote) => quote !== undefined);
  for (const { text } of quotes) quoted.add(text);
  const answer = [...sentences, words].filter((sentence) => sentence !== null).join(" ");
  if (answer === "") return null;
  return {
    question,
    answer,
    source_review_ids: [...new Set([...quotes.map(({ reviewId }) => reviewId), ...exampleReviews(evidence)])],
  };
}
