import { z } from "zod";
import { UsageError } from "../../cli/command/run_command.ts";
import { readOptionFile } from "../../cli/import/read_option_file.ts";
import { ExportedLabels } from "../../domain/dataset/label_rows.ts";
import { labelledAnalysis } from "../../domain/insights/analysis/labelled_analysis.ts";
import { labellerKey } from "../../domain/insights/labeller/label_prompt.ts";
import { textKey } from "../../domain/insights/labeller/review_labels.ts";
import { detectionLine } from "./eval_figures.ts";
import { evaluateGold, summed } from "./eval_gold.ts";
import { setLine } from "./gold_lines.ts";
import { type GoldReading, goldReading, type Trade } from "./gold_reading.ts";
import type { GoldReview } from "./gold_set.ts";

/** The part of a full export that is read. */
const LabelExport = z.object({ labels: ExportedLabels });

/** Labelled reviews, with the taxonomies of their trades. */
interface LabelledReviews {
  readonly trades: ReadonlyMap<string, Trade>;
  readonly reviews: readonly GoldReview[];
}

/**
 * Returns the figures of a labeller's labels as text; without a file of them, the reviews for the labeller.
 *
 * @param file What `deno task export --all` has written.
 * @param taxonomy Name of the taxonomy of the reviews.
 * @throws {UsageError} If the file cannot be read, or has no labels of these reviews.
 */
export async function labelAnswer(
  { trades, reviews }: LabelledReviews,
  file: string | null,
  taxonomy: string | null,
): Promise<string> {
  if (file === null) return importableReviews(reviews, taxonomy ?? "");
  const lines = labelLines(await readOptionFile(file, LabelExport), reviews, goldReading(true, trades));
  if (lines === null) throw new UsageError(`"${file}" has no labels of these reviews by their taxonomy.`);
  return lines.join("\n");
}

/** Returns labelled reviews of a taxonomy as a file for `deno task import`, without their labels. */
function importableReviews(reviews: readonly GoldReview[], taxonomy: string): string {
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
 * Compares the labels of a labeller with those of people, beside the rules, as lines of text. Only reviews with labels for
 * their taxonomy count; null if there are none.
 */
function labelLines(
  { labels: { labeller: { model }, key, labels } }: z.output<typeof LabelExport>,
  reviews: readonly GoldReview[],
  { readerOf, read }: GoldReading,
): readonly string[] | null {
  const labelsOf = (rating: number, text: string) => labels[textKey({ text: text.trim(), rating })];
  const labelled = reviews.filter(({ taxonomy, stars, text }) =>
    labellerKey(model, readerOf(taxonomy).taxonomy) === key && labelsOf(stars, text) !== undefined
  );
  if (labelled.length === 0) return null;
  const byLabeller: GoldReading["read"] = (taxonomy, stars, text) => {
    const [analysis, rating] = [read(taxonomy, stars, text), stars ?? 0];
    const labels = labelsOf(rating, text);
    return labels ? labelledAnalysis(analysis, { text: text.trim(), rating, labels }, readerOf(taxonomy)) : analysis;
  };
  const linesOf = (name: string, one: GoldReading["read"]) => {
    const figures = evaluateGold(labelled, { readerOf, read: one }, true);
    return [setLine(name, figures), detectionLine("  problems", summed(figures.problems))];
  };
  return [`${labelled.length} reviews with labels:`, ...linesOf(model, byLabeller), ...linesOf("the rules", read)];
}
