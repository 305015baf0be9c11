/** How many of some reviews are positive, neutral and negative. */
export interface SentimentCounts {
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
}

/** Counts sentiments. */
export function sentimentCounts(found: readonly { readonly sentiment: keyof SentimentCounts }[]): SentimentCounts {
  const counts = { positive: 0, neutral: 0, negative: 0 };
  for (const { sentiment } of found) counts[sentiment]++;
  return counts;
}
