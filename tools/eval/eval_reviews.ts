import { z } from "zod";
import { BusinessFile } from "../../domain/business.ts";
import { reviewAnalyzer } from "../../domain/insights/analysis/analyze_review.ts";
import { textReader } from "../../domain/insights/analysis/text_reader.ts";
import { sentimentOf, starScore } from "../../domain/insights/sentiment/review_score.ts";
import type { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import type { Review } from "../../domain/review.ts";
import { accuracy, accuracyLine, majority, type Polarity } from "./eval_figures.ts";

const Reviews = z.array(z.object({ id: z.string(), rating: z.int().min(1).max(5), text: z.string() }));
const Gold = z.array(z.object({ id: z.string(), sentiment: z.int().min(1).max(5).nullable() }));

/** Accuracy of the analyser on whole reviews; shares from 0 to 1. */
export interface EvalFigures {
  readonly reviews: number;
  /** Accuracy by taxonomy. */
  readonly analyzer: ReadonlyMap<string, number>;
  readonly stars: number;
  readonly majority: number;
  readonly vader: number;
}

/**
 * Measures the sentiment of whole reviews against labels from 1 (very positive) to 5 (very negative).
 *
 * @param vader Scores a text from -1 to 1, for comparison.
 */
export function evaluateReviews(
  reviewsJson: string,
  goldJson: string,
  taxonomies: ReadonlyMap<string, Taxonomy>,
  vader: (text: string) => number,
): EvalFigures {
  const business = BusinessFile.parse({ name: "A business" });
  const sentiments = new Map(Gold.parse(JSON.parse(goldJson)).map(({ id, sentiment }) => [id, sentiment]));
  const rows = Reviews.parse(JSON.parse(reviewsJson)).flatMap((review) => {
    const sentiment = sentiments.get(review.id) ?? null;
    return sentiment === null ? [] : [{ ...review, gold: polarityOf(sentiment) }];
  });
  const gold = rows.map(({ gold }) => gold);
  const share = (predict: (row: typeof rows[number]) => Polarity) => accuracy(gold, rows.map(predict));
  return {
    reviews: rows.length,
    analyzer: new Map(
      [...taxonomies].map(([name, taxonomy]) => {
        const analyze = reviewAnalyzer(textReader(business, taxonomy));
        return [name, share(({ rating, text }) => analyze(evaluationReview(rating, text)).sentiment)];
      }),
    ),
    stars: share(({ rating }) => sentimentOf(starScore(rating))),
    majority: majority(gold),
    vader: share(({ text }) => sentimentOf(vader(text))),
  };
}

/** The figures as lines of text. */
export function reviewLines(figures: EvalFigures): readonly string[] {
  return [
    ...[...figures.analyzer].map(([name, share]) => accuracyLine(name, share)),
    accuracyLine("stars alone", figures.stars),
    accuracyLine("always the commonest", figures.majority),
    accuracyLine("VADER (text alone)", figures.vader),
  ];
}

/** Creates a review from stars and text, with placeholders for the rest. */
export function evaluationReview(rating: number, text: string): Review {
  return {
    id: "00000000000000000000000000",
    author: "Anonymous",
    author_avatar_url: null,
    rating,
    date: "2026-01-01",
    text: text.trim() === "" ? null : text,
    source: "evaluation",
    source_url: null,
    owner_reply: null,
    verified: true,
    verification: "business",
    incentive: null,
    mentioned_technicians: [],
    mentioned_services: [],
  };
}

function polarityOf(sentiment: number): Polarity {
  return sentiment < 3 ? "positive" : sentiment > 3 ? "negative" : "neutral";
}
