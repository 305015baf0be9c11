import { z } from "zod";
import { ExportedLabels } from "../../domain/dataset/label_rows.ts";
import { labelledAnalysis } from "../../domain/insights/analysis/analyze_reviews.ts";
import { readerKey } from "../../domain/insights/reader/label_prompt.ts";
import { textKey } from "../../domain/insights/reader/review_labels.ts";
import { detectionLine } from "./eval_figures.ts";
import { evaluateGold, summed } from "./eval_gold.ts";
import { setLine } from "./gold_lines.ts";
import type { GoldReading } from "./gold_reading.ts";
import type { GoldReview } from "./gold_set.ts";

/** The part of a full export that is read. */
export const LabelExport = z.object({ labels: ExportedLabels });

/** Returns labelled reviews of a taxonomy as a file for `deno task import`, without their labels. */
export function importableReviews(reviews: readonly GoldReview[], taxonomy: string): string {
  const rows = reviews.filter((review) => review.taxonomy === taxonomy).map(({ id, stars, text }) => ({
    id,
    author: "Anonymous",
    rating: stars,
    date: "2026-01-01",
    text: text.trim(),
    source: "evaluation",
  }));
  return JSON.stringify({ reviews: rows });
}

/**
 * Compares the labels of a reader with those of people, beside the rules, as lines of text. Only reviews with labels for
 * their taxonomy count; null if there are none.
 */
export function labelLines(
  { labels: { reader: { model }, key, labels } }: z.output<typeof LabelExport>,
  reviews: readonly GoldReview[],
  { readerOf, read }: GoldReading,
): readonly string[] | null {
  const labelsOf = (rating: number, text: string) => labels[textKey({ text: text.trim(), rating })];
  const labelled = reviews.filter(({ taxonomy, stars, text }) =>
    readerKey(model, readerOf(taxonomy).taxonomy) === key && labelsOf(stars, text) !== undefined
  );
  if (labelled.length === 0) return null;
  const byReader: GoldReading["read"] = (taxonomy, stars, text) => {
    const [analysis, ofReader] = [read(taxonomy, stars, text), labelsOf(stars ?? 0, text)];
    return ofReader ? labelledAnalysis(analysis, stars ?? 0, ofReader, readerOf(taxonomy).taxonomy) : analysis;
  };
  const linesOf = (name: string, one: GoldReading["read"]) => {
    const figures = evaluateGold(labelled, { readerOf, read: one }, true);
    return [setLine(name, figures), detectionLine("  problems", summed(figures.problems))];
  };
  return [`${labelled.length} reviews with labels:`, ...linesOf(model, byReader), ...linesOf("the rules", read)];
}
