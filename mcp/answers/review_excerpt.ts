import { z } from "zod";
import { Review } from "../../domain/review.ts";
import { reviewUrl, type Site } from "../../domain/site.ts";
import { cutText } from "../wording/quoted.ts";
import type { Evidence } from "./evidence.ts";

const MOST = 600;

/** A review as an example: long texts are cut. */
export const ReviewExcerpt = z.object({
  ...Review.pick({ id: true, author: true, rating: true, date: true, source: true }).shape,
  sentiment: z.enum(["positive", "neutral", "negative"]).meta({ description: "The side that it shows." }),
  text: z.string().nullable().meta({
    description: "What the reviewer wrote, 600 characters at the most; null for a rating without words.",
  }),
  is_cut: z.boolean().meta({ description: "Whether the text is longer: get_review has the whole." }),
  url: z.string().meta({ description: "The review's page." }),
});

/** The excerpt that the schema of the same name describes. */
export type ReviewExcerpt = z.output<typeof ReviewExcerpt>;

/** The excerpt of a review. */
export function reviewExcerpt({ review, sentiment }: Evidence, site: Site): ReviewExcerpt {
  const { id, author, rating, date, source, text } = review;
  return {
    id,
    author,
    rating,
    date,
    source,
    sentiment,
    text: text === null ? null : cutText(text, MOST),
    is_cut: (text?.length ?? 0) > MOST,
    url: reviewUrl(site, id),
  };
}
