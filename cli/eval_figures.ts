/** What a text says of its subject. */
export type Polarity = "positive" | "neutral" | "negative";

/** Hits and misses of a detector. */
export interface Detection {
  readonly found: number;
  readonly right: number;
  readonly expected: number;
}

/** The share of predictions that are right, from 0 to 1; 0 when there is none. */
export function accuracy(gold: readonly Polarity[], predicted: readonly Polarity[]): number {
  const right = gold.filter((polarity, index) => polarity === predicted[index]).length;
  return gold.length === 0 ? 0 : right / gold.length;
}

/** The accuracy of always saying what is commonest. */
export function majority(gold: readonly Polarity[]): number {
  return Math.max(
    0,
    ...(["positive", "neutral", "negative"] as const).map((polarity) => accuracy(gold, gold.map(() => polarity))),
  );
}

/** A detector's figures, each with one decimal. */
export function detectionLine(name: string, { found, right, expected }: Detection): string {
  const precision = found === 0 ? 0 : right / found;
  const recall = expected === 0 ? 0 : right / expected;
  const f1 = right === 0 ? 0 : 2 * precision * recall / (precision + recall);
  return `  ${name.padEnd(28)} precision ${percent(precision)}  recall ${percent(recall)}  F1 ${percent(f1)}`;
}

/** A line of a share. */
export function accuracyLine(name: string, share: number): string {
  return `  ${name.padEnd(28)} accuracy ${percent(share)}`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1).padStart(5);
}
