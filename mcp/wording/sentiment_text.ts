import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import { measured } from "./figure_text.ts";
import { quoted } from "./quoted.ts";

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
