import { isEmptyValue } from "../../cells/source_row.ts";
import { importFormat } from "../import_format.ts";

/** Google reviews as exported by scrapers on Apify: one row per review, or places with `reviews`. */
export const APIFY = importFormat({
  name: "apify",
  containers: ["csv", "json"],
  marks: [["stars"], ["publishedAtDate", "publishAt"], [
    "reviewId",
    "reviewerUrl",
    "reviewerId",
    "reviewOrigin",
    "responseFromOwnerText",
    "isLocalGuide",
  ]],
  fields: {
    id: ["reviewId"],
    author: ["name"],
    author_avatar_url: ["reviewerPhotoUrl"],
    rating: ["stars"],
    // publishAt is relative ("2 months ago"): it needs --relative-to.
    date: ["publishedAtDate", "publishAt"],
    text: ["text", "textTranslated"],
    source_url: ["reviewUrl"],
    reply_text: ["responseFromOwnerText"],
    reply_date: ["responseFromOwnerDate"],
    place: ["placeId", "cid", "fid"],
    photos: ["reviewImageUrls", "reviewImageUrls.0"],
    visit_type: ["reviewContext.Visit type", "reviewContext.Trip type", "reviewContext.Service"],
  },
  ignored:
    "url searchString searchPageUrl searchPageLoadedUrl rank rating address neighborhood plusCode categories* permanentlyClosed temporarilyClosed totalScore reviewsCount reviewerId reviewerUrl reviewerNumberOfReviews isLocalGuide reviewOrigin reviewContext* reviewDetailedRating* reviewImageUrls* originalLanguage translatedLanguage visitedIn scrapedAt inputPlaceId inputStartUrl imageUrl hotelStars claimThisBusiness isAdvertisement price kgmid"
      .split(" "),
  source: "google",
  anonymousAuthor: "A Google User",
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
    latitude: ["location.lat"],
    longitude: ["location.lng"],
  },
});
