import { POLICY_WORDS } from "./policy_words.ts";
import { z } from "zod";
import type { Business } from "../business.ts";
import { WebUrl } from "../string_formats.ts";
import { averageOf, reviewsIn } from "./aggregate_rating.ts";
import type { ReviewTally } from "./review_policy.ts";

const Count = z.int().min(0);

const SourceRating = z.object({
  source: z.string().max(100).meta({ description: "Where the reviews were written." }),
  name: z.string().max(100).nullable().meta({ description: "Its name for people; null for tables of the business." }),
  url: WebUrl.nullable().meta({ description: "The page of the business there, from `same_as` or `review_links`." }),
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

type LinkedBusiness = Pick<Business, "same_as" | "review_links">;

/** Computes ratings by source and the figures on replies. */
export function reviewFigures(
  { tally: { sources, replied, replyDays }, business }: {
    readonly tally: ReviewTally;
    readonly business: LinkedBusiness;
  },
): ReviewFigures {
  const all = sources.reduce((sum, { byStars }) => sum + reviewsIn(byStars), 0);
  return {
    ratings_by_source: sources.map(({ source, byStars }) => ({
      source,
      name: sourceName(source),
      url: sourceUrl(business, source),
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

const WRITTEN: Readonly<Record<string, string>> = {
  "judge-me": "Judge.me",
  "reviews-io": "Reviews.io",
  "schema.org": "schema.org",
  "woocommerce": "WooCommerce",
};

/** Name of a source for people; null for "csv", the tables that name no platform. */
export function sourceName(source: string): string | null {
  if (source === "csv") return null;
  if (WRITTEN[source] !== undefined) return WRITTEN[source];
  if (!/^[a-z0-9-]+$/.test(source)) return source;
  return source.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}

/** Name of a source in English texts: as it is, or words for the tables that name no platform. */
export function sourceLabel(source: string): string {
  return sourceName(source) === null ? POLICY_WORDS.own_tables : source;
}

/** Page of the business at a source: its host has the name of the source, or its label is that name. */
function sourceUrl({ same_as, review_links }: LinkedBusiness, source: string): string | null {
  const folded = source.toLowerCase();
  const isThere = (url: string) => new URL(url).hostname.split(".").includes(folded);
  const isNamed = (label: string) => [folded, sourceName(source)?.toLowerCase()].includes(label.toLowerCase());
  return same_as.find(isThere) ?? review_links.find(({ label, url }) => isThere(url) || isNamed(label))?.url ?? null;
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
