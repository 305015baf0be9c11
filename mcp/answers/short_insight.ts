const MOST_PHRASES = 10;
const MOST_EXAMPLES = 5;

/** An insight for a list: only its first phrases and example ids. */
export function shortInsight<
  Insight extends { readonly example_review_ids: string[]; readonly top_phrases?: string[] },
>(insight: Insight): Insight {
  return {
    ...insight,
    ...(insight.top_phrases === undefined ? {} : { top_phrases: insight.top_phrases.slice(0, MOST_PHRASES) }),
    example_review_ids: insight.example_review_ids.slice(0, MOST_EXAMPLES),
  };
}
