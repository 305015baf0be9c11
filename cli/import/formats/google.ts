import { isEmptyValue } from "../cells/source_row.ts";
import { importFormat } from "./import_format.ts";
import { rowsUnder } from "./row_groups.ts";

/**
 * Reviews of Google Business Profile: pages of the API v4 (`accounts.locations.reviews.list`), and Takeout files, which
 * have the same form.
 */
export const GOOGLE_BUSINESS_PROFILE = importFormat({
  name: "google-business-profile",
  containers: ["json", "csv"],
  marks: ["starRating", "createTime"],
  fields: {
    id: "reviewId|name",
    author: "reviewer.displayName",
    anonymous: "reviewer.isAnonymous",
    author_avatar_url: "reviewer.profilePhotoUrl",
    rating: "starRating",
    date: "createTime",
    text: "comment",
    reply_text: "reviewReply.comment",
    reply_date: "reviewReply.updateTime",
    updated: "updateTime",
    place: "name",
  },
  ignored: "reviewer.*|reviewReply.*|reviewMediaItems*",
  source: "google",
  anonymousAuthor: "A Google User",
  translated: true,
  // In accounts/…/locations/…/reviews/<id> the account differs between exports of one business.
  nativeId: (name) => name.slice(name.lastIndexOf("/") + 1),
  nativePlace: (name) => /\blocations\/([^/]+)\//.exec(name)?.[1] ?? "",
});

/** The few reviews that the Places API of Google gives: place details, the new form and the legacy one. */
export const GOOGLE_PLACES = importFormat({
  name: "google-places",
  containers: ["json"],
  marks: ["rating", "publishTime|relative_time_description", "authorAttribution.displayName|author_name"],
  fields: {
    id: "name",
    author: "authorAttribution.displayName|author_name",
    author_avatar_url: "authorAttribution.photoUri|profile_photo_url",
    rating: "rating",
    date: "publishTime|time",
    text: "originalText.text|text.text|text",
    source_url: "googleMapsUri|authorAttribution.uri|author_url",
  },
  ignored: "relative*|language|original_language|translated|authorAttribution.*|text.*|originalText.*|flagContentUri|" +
    "visitDate*",
  source: "google",
  anonymousAuthor: "A Google User",
  translated: true,
  nativeId: (name) => name.slice(name.lastIndexOf("/") + 1),
});

/** The monthly reports of the Google Play Console (`reviews_<app>_<month>.csv`, UTF-16). They name no authors. */
export const GOOGLE_PLAY = importFormat({
  name: "google-play",
  containers: ["csv"],
  marks: ["Package Name", "Star Rating", "Review Submit Date and Time"],
  fields: {
    id: "Review Link",
    rating: "Star Rating",
    date: "Review Submit Date and Time",
    title: "Review Title",
    text: "Review Text",
    reply_text: "Developer Reply Text",
    reply_date: "Developer Reply Date and Time",
    updated: "Review Last Update Date and Time",
    place: "Package Name",
  },
  ignored: "App Version *|Reviewer Language|Device|Review Submit Millis Since Epoch|" +
    "Review Last Update Millis Since Epoch|Developer Reply Millis Since Epoch",
  source: "google-play",
  anonymousAuthor: "A Google Play user",
  // The link leads to the developer's console, so that only the id in it is read. Reviews without words have none.
  nativeId: (link) => /\breviewid=([^&#]+)/i.exec(link)?.[1] ?? link,
});

/** Google reviews as exported by scrapers on Apify: one row per review, or places with `reviews`. */
export const APIFY = importFormat({
  name: "apify",
  containers: ["csv", "json"],
  marks: [
    "stars",
    "publishedAtDate|publishAt",
    "reviewId|reviewerUrl|reviewerId|reviewOrigin|responseFromOwnerText|isLocalGuide",
  ],
  fields: {
    id: "reviewId",
    author: "name",
    author_avatar_url: "reviewerPhotoUrl",
    rating: "stars",
    // publishAt is relative ("2 months ago"): it needs --relative-to.
    date: "publishedAtDate|publishAt",
    text: "text|textTranslated",
    source_url: "reviewUrl",
    reply_text: "responseFromOwnerText",
    reply_date: "responseFromOwnerDate",
    place: "placeId|cid|fid",
    photos: "reviewImageUrls|reviewImageUrls.0",
    visit_type: "reviewContext.Visit type|reviewContext.Trip type|reviewContext.Service",
  },
  ignored: "url|searchString|searchPageUrl|searchPageLoadedUrl|rank|rating|address|neighborhood|plusCode|categories*|" +
    "permanentlyClosed|temporarilyClosed|totalScore|reviewsCount|reviewerId|reviewerUrl|reviewerNumberOfReviews|" +
    "isLocalGuide|reviewOrigin|reviewContext*|reviewDetailedRating*|reviewImageUrls*|originalLanguage|" +
    "translatedLanguage|visitedIn|scrapedAt|inputPlaceId|inputStartUrl|imageUrl|hotelStars|claimThisBusiness|" +
    "isAdvertisement|price|kgmid",
  source: "google",
  anonymousAuthor: "A Google User",
  translated: true,
  // Pages of hotels also contain reviews of other platforms with other scales.
  skip: (reader) => {
    const { value } = reader.cell(["reviewOrigin"]);
    return isEmptyValue(value) || value === "Google" ? null : "not written on Google";
  },
  place: {
    name: "title",
    url: "website",
    telephone: "phone",
    category: "categoryName",
    street_address: "street",
    locality: "city",
    region: "state",
    postal_code: "postalCode",
    country: "countryCode",
    latitude: "location.lat",
    longitude: "location.lng",
  },
});

/** Google reviews as exported by Outscraper: flat rows, or places with `reviews_data`. */
export const OUTSCRAPER = importFormat({
  name: "outscraper",
  containers: ["csv", "json"],
  marks: ["review_rating", "review_datetime_utc|review_timestamp", "author_title"],
  fields: {
    id: "review_id",
    author: "author_title",
    author_avatar_url: "author_image",
    rating: "review_rating",
    // The time stamps first: spreadsheets turn the written dates round.
    date: "review_timestamp|review_datetime_utc",
    text: "review_text",
    source_url: "review_link",
    reply_text: "owner_answer",
    reply_date: "owner_answer_timestamp|owner_answer_timestamp_datetime_utc",
    place: "place_id|google_id",
    photos: "review_img_urls|review_img_url",
  },
  ignored: "query|rating|reviews|reviews_id|reviews_link|reviews_per_score*|reviews_tags|location_link|" +
    "location_reviews_id|author_link|author_id|author_reviews_count|author_ratings_count|review_pagination_id|" +
    "review_questions*|review_photo_ids|review_likes|owner_answer_timestamp_datetime_utc|full_address|borough|" +
    "county|plus_code|time_zone|cid|kgmid|h3|google_mid|located_in*|photo*|street_view|logo|description|" +
    "typical_time_spent|about*|other_hours|working_hours*|business_status|verified|owner_*|range|posts|" +
    "popular_times|subtypes|menu_link|order_links|booking_appointment_link|area_service",
  source: "google",
  anonymousAuthor: "A Google User",
  translated: true,
  place: {
    name: "name",
    url: "site",
    telephone: "phone",
    category: "category|type",
    street_address: "street",
    locality: "city",
    region: "us_state|state",
    postal_code: "postal_code",
    country: "country_code|country",
    latitude: "latitude",
    longitude: "longitude",
  },
  findRows: rowsUnder("reviews_data"),
});

/** Google reviews as SerpApi answers them (`google_maps_reviews`). */
export const SERPAPI = importFormat({
  name: "serpapi",
  containers: ["json", "csv"],
  marks: ["iso_date|iso_date_of_last_edit", "snippet|extracted_snippet.original"],
  fields: {
    id: "review_id",
    author: "user.name",
    author_avatar_url: "user.thumbnail",
    rating: "rating",
    date: "iso_date|date",
    text: "extracted_snippet.original|snippet",
    source_url: "link",
    reply_text: "response.extracted_snippet.original|response.snippet",
    reply_date: "response.iso_date|response.date",
    updated: "iso_date_of_last_edit",
    photos: "images",
  },
  ignored: "source|position|user.*|extracted_snippet.*|translated_snippet|details*|response.*",
  source: "google",
  anonymousAuthor: "A Google User",
  translated: true,
});
