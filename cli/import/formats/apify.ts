import { isEmptyValue } from "../cells/source_row.ts";
import { type ImportFormat, NO_FIELDS } from "./import_format.ts";
import { rowGroups } from "./row_groups.ts";

/** Google reviews as exported by scrapers on Apify: one row per review, or places with `reviews`. */
export const APIFY: ImportFormat = {
  name: "apify",
  containers: ["csv", "json"],
  marks: [["stars"], ["publishedAtDate", "publishAt"]],
  fields: {
    ...NO_FIELDS,
    id: ["reviewId"],
    author: ["name"],
    author_avatar_url: ["reviewerPhotoUrl"],
    rating: ["stars"],
    // publishAt is relative ("2 months ago"): listed so that the fault names it.
    date: ["publishedAtDate", "publishAt"],
    text: ["text", "textTranslated"],
    source_url: ["reviewUrl"],
    reply_text: ["responseFromOwnerText"],
    reply_date: ["responseFromOwnerDate"],
  },
  source: "google",
  anonymousAuthor: "A Google User",
  dayOrder: null,
  translated: true,
  // Pages of hotels also contain reviews of other platforms with other scales.
  skip: (reader) => {
    const { value } = reader.cell(["reviewOrigin"]);
    return isEmptyValue(value) || value === "Google" ? null : "not written on Google";
  },
  place: {
    name: ["title"],
    url: ["website"],
    telephone: ["phone"],
    category: ["categoryName"],
    street_address: ["street"],
    locality: ["city"],
    region: ["state"],
    postal_code: ["postalCode"],
    country: ["countryCode"],
    latitude: ["location.lat", "location/lat"],
    longitude: ["location.lng", "location/lng"],
  },
  findRows: (document) => {
    const groups = rowGroups(document, "reviews");
    return groups && { groups, business: null };
  },
};
