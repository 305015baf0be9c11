/** What a text says of its subject. */
export type Polarity = "positive" | "neutral" | "negative";

/** Hits and misses of a detector. */
export interface Detection {
  readonly found: number;
  readonly right: number;
  readonly expected: number;
}

const POLARITIES = ["positive", "neutral", "negative"] as const;

/** The share of predictions that are right, from 0 to 1; 0 when there is none. */
export function accuracy(gold: readonly Polarity[], predicted: readonly Polarity[]): number {
  const right = gold.filter((polarity, index) => polarity === predicted[index]).length;
  return gold.length === 0 ? 0 : right / gold.length;
}

/** The mean F1 of the polarities that people gave, from 0 to 1: each counts alike, however rare. */
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

/** The accuracy of always saying what is commonest. */
export function majority(gold: readonly Polarity[]): number {
  return Math.max(0, ...POLARITIES.map((polarity) => accuracy(gold, gold.map(() => polarity))));
}

/** The harmonic mean of precision and recall, from 0 to 1. */
export function f1({ found, right, expected }: Detection): number {
  return right === 0 ? 0 : 2 * right / (found + expected);
}

/** A detector's figures, each with one decimal. */
export function detectionLine(name: string, detection: Detection): string {
  const { found, right, expected } = detection;
  const precision = percent(right / Math.max(1, found));
  const recall = percent(right / Math.max(1, expected));
  return `  ${name.padEnd(28)} precision ${precision}  recall ${recall}  F1 ${percent(f1(detection))}`;
}

/** A line of a share, and of the mean F1 where there is one. */
export function accuracyLine(name: string, share: number, mean: number | null = null): string {
  const line = `  ${name.padEnd(28)} accuracy ${percent(share)}`;
  return mean === null ? line : `${line}  macro-F1 ${percent(mean)}`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1).padStart(5);
}
