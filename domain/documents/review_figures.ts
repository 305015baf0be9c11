import { z } from "zod";
import { averageOf, reviewsIn } from "./aggregate_rating.ts";
import type { ReviewTally } from "./review_policy.ts";

const Count = z.int().min(0);

const SourceRating = z.object({
  source: z.string().max(100).meta({ description: "Where the reviews were written." }),
  review_count: Count.meta({ description: "Number of reviews." }),
  rating_value: z.number().min(1).max(5).nullable().meta({ description: "Mean of their ratings, two decimals." }),
}).meta({ id: "SourceRating", description: "The ratings of one source." });

const ReplyFigures = z.object({
  replied_count: Count.meta({ description: "Reviews with a reply." }),
  replied_pct: z.number().min(0).max(100).nullable().meta({
    description: "Their share in per cent, one decimal; null without reviews.",
  }),
  median_days: Count.nullable().meta({
    description: "Half of the replies came within so many days; null without replies.",
  }),
}).meta({ id: "ReplyFigures", description: "How often and how fast the business replies." });

/** Ratings by source and replies, as members of an answer. */
export const REVIEW_FIGURES = {
  ratings_by_source: z.array(SourceRating).max(10_000).meta({ description: "Ratings by source, most reviews first." }),
  replies: ReplyFigures,
} as const;

/** Ratings by source and replies. */
export interface ReviewFigures {
  readonly ratings_by_source: z.output<typeof SourceRating>[];
  readonly replies: z.output<typeof ReplyFigures>;
}

/** Computes ratings by source and the figures on replies. */
export function reviewFigures({ sources, replied, replyDays }: ReviewTally): ReviewFigures {
  const all = sources.reduce((sum, { byStars }) => sum + reviewsIn(byStars), 0);
  return {
    ratings_by_source: sources.map(({ source, byStars }) => ({
      source,
      review_count: reviewsIn(byStars),
      rating_value: averageOf(byStars),
    })),
    replies: {
      replied_count: replied,
      replied_pct: all === 0 ? null : Math.round(replied / all * 1000) / 10,
      median_days: medianOf(replyDays, replied),
    },
  };
}

/** The lower median of values that are counted by value. */
function medianOf(counts: ReadonlyMap<number, number>, total: number): number | null {
  let seen = 0;
  for (const [days, count] of [...counts].sort(([a], [b]) => a - b)) {
    seen += count;
    if (seen * 2 >= total) return days;
  }
  return null;
}
