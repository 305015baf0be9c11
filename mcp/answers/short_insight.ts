const MOST_PHRASES = 10;

/** An insight for a list: only its first phrases, and the examples that the text shows. */
export function shortInsight<
  Insight extends { readonly example_review_ids: string[]; readonly top_phrases?: string[] },
>(insight: Insight, example_review_ids: string[]): Insight {
  return {
    ...insight,
    ...(insight.top_phrases === undefined ? {} : { top_phrases: insight.top_phrases.slice(0, MOST_PHRASES) }),
    example_review_ids,
  };
}
