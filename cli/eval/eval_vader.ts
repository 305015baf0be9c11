import vader from "vader-sentiment";
import { z } from "zod";

const Vader = z.object({
  SentimentIntensityAnalyzer: z.custom<{ polarity_scores(text: string): unknown }>((value) =>
    typeof value === "function" && "polarity_scores" in value && typeof value.polarity_scores === "function"
  ),
});
const Scores = z.object({ compound: z.number() });
const { SentimentIntensityAnalyzer: analyzer } = Vader.parse(vader);

/** The compound score of VADER for a text, -1 to 1, from the package `vader-sentiment`. */
export function vaderScore(text: string): number {
  return Scores.parse(analyzer.polarity_scores(text)).compound;
}
