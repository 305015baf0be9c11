/** The sentiment of a text towards its subject. */
export type Polarity = "positive" | "neutral" | "negative";

/** Counts of a detector: predictions, correct predictions, and labels. */
export interface Detection {
  readonly found: number;
  readonly right: number;
  readonly expected: number;
}

const POLARITIES = ["positive", "neutral", "negative"] as const;

/** The share of correct predictions, 0 to 1; 0 if there are none. */
export function accuracy(gold: readonly Polarity[], predicted: readonly Polarity[]): number {
  const right = gold.filter((polarity, index) => polarity === predicted[index]).length;
  return gold.length === 0 ? 0 : right / gold.length;
}

/** The mean F1 over the polarities that occur in the labels, 0 to 1. Rare polarities have the same weight. */
export function macroF1(gold: readonly Polarity[], predicted: readonly Polarity[]): number {
  const scores = POLARITIES.filter((polarity) => gold.includes(polarity)).map((polarity) =>
    f1({
      found: predicted.filter((one) => one === polarity).length,
      right: predicted.filter((one, index) => one === polarity && gold[index] === polarity).length,
      expected: gold.filter((one) => one === polarity).length,
    })
  );
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
}

/** The accuracy of always predicting the commonest label. */
export function majority(gold: readonly Polarity[]): number {
  return Math.max(0, ...POLARITIES.map((polarity) => accuracy(gold, gold.map(() => polarity))));
}

/** The F1 score: harmonic mean of precision and recall, 0 to 1. */
export function f1({ found, right, expected }: Detection): number {
  return right === 0 ? 0 : 2 * right / (found + expected);
}

/** Precision, recall and F1 in percent, as a line of text. */
export function detectionLine(name: string, detection: Detection): string {
  const { found, right, expected } = detection;
  const precision = percent(right / Math.max(1, found));
  const recall = percent(right / Math.max(1, expected));
  return `  ${name.padEnd(28)} precision ${precision}  recall ${recall}  F1 ${percent(f1(detection))}`;
}

/** Accuracy, and macro-F1 if there is one, in percent, as a line of text. */
export function accuracyLine(name: string, share: number, mean: number | null = null): string {
  const line = `  ${name.padEnd(28)} accuracy ${percent(share)}`;
  return mean === null ? line : `${line}  macro-F1 ${percent(mean)}`;
}

/** A share in percent with one decimal, padded to the width of 100.0. */
export function percent(share: number): string {
  return (100 * share).toFixed(1).padStart(5);
}
