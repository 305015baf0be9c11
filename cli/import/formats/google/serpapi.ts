import { importFormat } from "../import_format.ts";

/** Google reviews as SerpApi answers them (`google_maps_reviews`). */
export const SERPAPI = importFormat({
  name: "serpapi",
  containers: ["json", "csv"],
  marks: [["iso_date", "iso_date_of_last_edit"], ["snippet", "extracted_snippet.original"]],
  fields: {
    id: ["review_id"],
    author: ["user.name"],
    author_avatar_url: ["user.thumbnail"],
    rating: ["rating"],
    date: ["iso_date", "date"],
    text: ["extracted_snippet.original", "snippet"],
    source_url: ["link"],
    reply_text: ["response.extracted_snippet.original", "response.snippet"],
    reply_date: ["response.iso_date", "response.date"],
    updated: ["iso_date_of_last_edit"],
    photos: ["images"],
  },
  ignored: "source position user.* extracted_snippet.* translated_snippet details* response.*".split(" "),
  source: "google",
  anonymousAuthor: "A Google User",
  translated: true,
});
