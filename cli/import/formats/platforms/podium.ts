import { type ImportFormat, NO_FIELDS, NO_PLACE } from "../import_format.ts";
import { rowsUnder } from "../row_groups.ts";

/** Reviews of several platforms as collected by Podium: its export and its API (`/reviews`). Each row names its source. */
export const PODIUM: ImportFormat = {
  name: "podium",
  containers: ["csv", "json"],
  marks: [["review.rating", "rating"], [
    "review.siteName",
    "siteName",
    "Site Name",
    "Site",
    "Platform",
    "reviewPlatform",
  ], [
    "authorName",
    "author.name",
    "Author Name",
    "Reviewer",
    "Author",
  ]],
  fields: {
    ...NO_FIELDS,
    id: ["uid", "review.siteReviewId", "reviewUid", "Review UID", "Review Id"],
    author: ["author.name", "authorName", "Author Name", "Reviewer", "Author"],
    rating: ["review.rating", "rating"],
    recommendation: ["recommendation", "Recommendation"],
    date: ["publishDate", "createdAt", "Publish Date", "Review Date", "Date"],
    text: ["review.body", "reviewBody", "Review Body", "Review Text", "Review"],
    source: ["review.siteName", "siteName", "reviewPlatform", "Site Name", "Site", "Platform"],
    source_url: ["review.url", "reviewUrl", "Review URL", "Link"],
    reply_text: ["responses.0.body", "Response", "Response Body"],
    reply_date: ["responses.0.publishDate", "responses.0.createdAt", "Response Date"],
    updated: ["updatedAt"],
    place: ["locations.0.uid", "locationUid", "Location UID"],
  },
  source: "podium",
  anonymousAuthor: "Anonymous",
  place: { ...NO_PLACE, name: ["locations.0.name", "locationName", "Location Name", "Location"] },
  findRows: rowsUnder("reviews"),
};
