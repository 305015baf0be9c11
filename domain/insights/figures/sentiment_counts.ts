/** Numbers of positive, neutral and negative reviews. */
export interface SentimentCounts {
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
}

/** Counts mentions or reviews by their sentiment. */
export function sentimentCounts(found: readonly { readonly sentiment: keyof SentimentCounts }[]): SentimentCounts {
  const counts = { positive: 0, neutral: 0, negative: 0 };
  for (const { sentiment } of found) counts[sentiment]++;
  return counts;
}
