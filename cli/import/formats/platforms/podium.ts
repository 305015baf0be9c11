import { importFormat } from "../import_format.ts";

/** Reviews of several platforms as collected by Podium: its API (`/reviews`). Each row names its source. */
export const PODIUM = importFormat({
  name: "podium",
  containers: ["json"],
  marks: [["review.rating"], ["review.siteName"], ["uid", "review.siteReviewId"]],
  fields: {
    id: ["uid", "review.siteReviewId"],
    author: ["author.name"],
    rating: ["review.rating"],
    date: ["createdAt"],
    text: ["review.body"],
    source: ["review.siteName"],
    source_url: ["review.url"],
    reply_text: ["responses.0.body"],
    reply_date: ["responses.0.createdAt"],
    updated: ["updatedAt"],
    place: ["locations.0.uid"],
  },
  ignored: "author.id responses* attributions* needsResponse isRecommendation locations*".split(" "),
  source: "podium",
});
