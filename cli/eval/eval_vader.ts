import vader from "vader-sentiment";
import { z } from "zod";

const Vader = z.object({
  SentimentIntensityAnalyzer: z.custom<{ polarity_scores(text: string): unknown }>((value) =>
    typeof value === "function" && "polarity_scores" in value && typeof value.polarity_scores === "function"
  ),
});
const Scores = z.object({ compound: z.number() });
const { SentimentIntensityAnalyzer: analyzer } = Vader.parse(vader);

/** Scores a text from -1 to 1 by the package `vader-sentiment`, with which the analyser is compared. */
export function vaderScore(text: string): number {
  return Scores.parse(analyzer.polarity_scores(text)).compound;
}
