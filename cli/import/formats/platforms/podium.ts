import { type ImportFormat, NO_FIELDS, NO_PLACE } from "../import_format.ts";
import { rowsUnder } from "../row_groups.ts";

/** Reviews of several platforms as collected by Podium: its export and its API (`/reviews`). Each row names its source. */
export const PODIUM: ImportFormat = {
  name: "podium",
  containers: ["csv", "json"],
  marks: [["rating"], ["siteName", "Site Name", "Site", "Platform", "reviewPlatform"], [
    "authorName",
    "author.name",
    "Author Name",
    "Reviewer",
    "Author",
  ]],
  fields: {
    ...NO_FIELDS,
    id: ["uid", "reviewUid", "Review UID", "Review Id"],
    author: ["authorName", "author.name", "Author Name", "Reviewer", "Author"],
    rating: ["rating"],
    recommendation: ["recommendation", "Recommendation"],
    date: ["publishDate", "createdAt", "Publish Date", "Review Date", "Date"],
    text: ["reviewBody", "body", "Review Body", "Review Text", "Review"],
    source: ["siteName", "reviewPlatform", "Site Name", "Site", "Platform"],
    source_url: ["reviewUrl", "url", "Review URL", "Link"],
    reply_text: ["reviewResponse.body", "responses.0.body", "Response", "Response Body"],
    reply_date: ["reviewResponse.createdAt", "responses.0.createdAt", "Response Date"],
    status: ["status"],
    updated: ["updatedAt"],
    place: ["locationUid", "location.uid", "Location UID"],
  },
  source: "podium",
  anonymousAuthor: "Anonymous",
  place: { ...NO_PLACE, name: ["locationName", "location.name", "Location Name", "Location"] },
  findRows: rowsUnder("reviews"),
};
