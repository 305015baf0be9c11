import { BusinessFile } from "../../domain/business.ts";
import { groupEvidence } from "../../domain/insights/figures/group_evidence.ts";
import { ownNames } from "../../domain/insights/quotes/own_names.ts";
import { isDirectOpinion, opinionsIn } from "../../domain/insights/quotes/direct_opinion.ts";
import { type Quote, quoteOf, quotesClause } from "../../domain/insights/quotes/quote_of.ts";
import type { Review } from "../../domain/review.ts";
import { evaluationReview } from "./eval_reviews.ts";
import type { GoldReading } from "./gold_reading.ts";
import { type GoldReview, passagesOf, spaced } from "./gold_set.ts";

/**
 * Number of subsets that quotes are chosen from, each without a different eighth. Otherwise only the best quotes would
 * be measured.
 */
const PARTS = 8;
const LEAST_EVIDENCE = 2;

/** Number of quotes that would be published, and of those that pass each test. */
export interface QuoteFigures {
  readonly quotes: number;
  /** Number of quotes whose labels name the aspect. */
  readonly rightAspect: number;
  /** Number of quotes whose labels name the aspect with the quoted polarity only. */
  readonly rightPolarity: number;
  /** Number of quotes that begin and end at sentence boundaries of the review. */
  readonly whole: number;
  /** Number of quotes that pass all three tests. */
  readonly good: number;
}

/**
 * Chooses quotes of praise and criticism for every aspect like the insights do, and compares each with the labels of
 * its review. Chooses from the whole set and from subsets. The same quote for the same aspect and polarity counts once.
 */
export function evaluateQuotes(reviews: readonly GoldReview[], reading: GoldReading): QuoteFigures {
  const verdicts = new Map<string, Verdict>();
  for (const taxonomy of new Set(reviews.map(({ taxonomy }) => taxonomy))) {
    const all = reviews.filter((review) => review.taxonomy === taxonomy);
    const parts = Array.from({ length: PARTS }, (_, part) => all.filter((_, index) => index % PARTS !== part));
    const halves = [0, 1, 2, 3].map((part) => all.filter((_, index) => index % 4 === part));
    for (const some of [all, ...parts, ...halves]) {
      const labelled = new Map(some.map((review) => [review.id, review]));
      for (const { aspect, polarity, quote } of quotesOf(some, taxonomy, reading)) {
        const review = labelled.get(quote.reviewId);
        if (review === undefined) continue;
        verdicts.set(`${aspect} ${polarity} ${review.id} ${quote.text}`, verdict(review, aspect, polarity, quote.text));
      }
    }
  }
  const count = (is: (verdict: Verdict) => boolean) => [...verdicts.values()].filter(is).length;
  return {
    quotes: verdicts.size,
    rightAspect: count(({ isOfAspect }) => isOfAspect),
    rightPolarity: count(({ isOfPolarity }) => isOfPolarity),
    whole: count(({ isWhole }) => isWhole),
    good: count(({ isOfPolarity, isWhole }) => isOfPolarity && isWhole),
  };
}

interface Verdict {
  readonly isOfAspect: boolean;
  readonly isOfPolarity: boolean;
  readonly isWhole: boolean;
}

interface Quoted {
  readonly aspect: string;
  readonly polarity: "positive" | "negative";
  readonly quote: Quote;
}

function quotesOf(labelled: readonly GoldReview[], taxonomy: string, reading: GoldReading): readonly Quoted[] {
  const reader = reading.readerOf(taxonomy);
  const aspectIds = reader.taxonomy.aspects.map(({ id }) => id);
  const reviews = labelled.map(({ id, stars, text }): Review => ({ ...evaluationReview(stars, text), id }));
  const analyses = new Map(labelled.map(({ id, stars, text }) => [id, reading.read(taxonomy, stars, text)]));
  const evidence = groupEvidence(reviews, analyses);
  const isOwn = ownNames(BusinessFile.parse({ name: "A business" }), reviews);
  return [...evidence.aspects].flatMap(([aspect, mentions]) =>
    (["positive", "negative"] as const).flatMap((polarity) => {
      if (mentions.filter(({ sentiment }) => sentiment === polarity).length < LEAST_EVIDENCE) return [];
      const quote = quoteOf(mentions, polarity, {
        sentencesOf: reader.sentencesOf,
        speaksOf: (sentence, { review, spans }) => quotesClause(sentence, review.text, spans),
        scoreOf: (sentence) => reader.scoreOn(sentence, aspect),
        isDirect: (sentence, sentiment) => isDirectOpinion(reader, sentence, aspect, sentiment, aspectIds),
        opinionsIn: (sentence) => opinionsIn(reader, sentence),
        isOwn,
        quoted: new Set(),
      });
      return quote === null ? [] : [{ aspect, polarity, quote }];
    })
  );
}

function verdict({ text, mentions }: GoldReview, aspect: string, polarity: string, quote: string): Verdict {
  const own = mentions.filter((mention) =>
    mention.aspect === aspect && mention.fault === "business" &&
    passagesOf(mention).some((words) => overlaps(spaced(text), spaced(quote), spaced(words)))
  );
  return {
    isOfAspect: own.length > 0,
    isOfPolarity: own.some((mention) => mention.polarity === polarity) &&
      own.every((mention) => mention.polarity === polarity),
    isWhole: isWhole(spaced(text), spaced(quote)),
  };
}

/** Whether two passages of a text share characters. */
function overlaps(text: string, one: string, other: string): boolean {
  const [from, start] = [text.indexOf(one), text.indexOf(other)];
  return from !== -1 && start !== -1 && from < start + other.length && start < from + one.length;
}

function isWhole(text: string, quote: string): boolean {
  const from = text.indexOf(quote);
  const before = text.slice(0, Math.max(0, from)).trimEnd();
  return from !== -1 && /[.!?…]["”’)]*$/u.test(quote) && (before === "" || /[.!?…:]["”’)]*$/u.test(before));
}
