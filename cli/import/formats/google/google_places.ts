import { importFormat } from "../import_format.ts";

/** The few reviews that the Places API of Google gives: place details, the new form and the legacy one. */
export const GOOGLE_PLACES = importFormat({
  name: "google-places",
  containers: ["json"],
  marks: [["rating"], ["publishTime", "relative_time_description"], ["authorAttribution.displayName", "author_name"]],
  fields: {
    id: ["name"],
    author: ["authorAttribution.displayName", "author_name"],
    author_avatar_url: ["authorAttribution.photoUri", "profile_photo_url"],
    rating: ["rating"],
    date: ["publishTime", "time"],
    text: ["originalText.text", "text.text", "text"],
    source_url: ["googleMapsUri", "authorAttribution.uri", "author_url"],
  },
  ignored:
    "relative* language original_language translated authorAttribution.* text.* originalText.* flagContentUri visitDate*"
      .split(" "),
  source: "google",
  anonymousAuthor: "A Google User",
  translated: true,
  nativeId: (name) => name.slice(name.lastIndexOf("/") + 1),
});
