import type { AggregateRating } from "../../domain/documents/aggregate_rating.ts";
import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import { quoted } from "./quoted.ts";

/** Writes a figure. Null becomes "not measured", so that no model takes it for 0. */
export function measured(figure: number | string | null, unit = ""): string {
  return figure === null ? "not measured" : `${figure}${unit}`;
}

/** Writes a distribution of ratings, highest first: `5 stars 131, 4 stars 9, …`. */
export function distributionText(distribution: AggregateRating["distribution"]): string {
  return Object.entries(distribution).reverse()
    .map(([rating, reviews]) => `${rating} ${rating === "1" ? "star" : "stars"} ${reviews}`).join(", ");
}

const MOST_PHRASES = 5;
const MOST_CHARACTERS = 80;

/** The overall sentiment as a sentence. */
export function overallText({ score, positive_pct, neutral_pct, negative_pct }: InsightsDocument["overall_sentiment"]) {
  if (score === null && positive_pct === null) return "Overall sentiment: not measured.";
  return `Overall sentiment: score ${measured(score)} (from -1 to 1), positive ${measured(positive_pct, " %")}, ` +
    `neutral ${measured(neutral_pct, " %")}, negative ${measured(negative_pct, " %")}.`;
}

/** The figures of one aspect as a line. */
export function aspectLine(aspect: InsightsDocument["aspects"][number]): string {
  const phrases = aspect.top_phrases.slice(0, MOST_PHRASES).map((phrase) => quoted(phrase, MOST_CHARACTERS));
  return `${quoted(aspect.label, MOST_CHARACTERS)} (id ${quoted(aspect.id)}): ${aspect.mention_count} mentions, ` +
    `${aspect.positive_count} positive, ${aspect.neutral_count} neutral, ${aspect.negative_count} negative; ` +
    `positive ${measured(aspect.positive_pct, " %")}, score ${measured(aspect.score)}, ` +
    `trend ${measured(aspect.trend)}` +
    (phrases.length === 0 ? "" : `; phrases ${phrases.join(", ")}`);
}
