import { importFormat } from "../import_format.ts";
import { rowsUnder } from "../row_groups.ts";

/** Google reviews as exported by Outscraper: flat rows, or places with `reviews_data`. */
export const OUTSCRAPER = importFormat({
  name: "outscraper",
  containers: ["csv", "json"],
  marks: [["review_rating"], ["review_datetime_utc", "review_timestamp"], ["author_title"]],
  fields: {
    id: ["review_id"],
    author: ["author_title"],
    author_avatar_url: ["author_image"],
    rating: ["review_rating"],
    // The time stamps first: spreadsheets turn the written dates round.
    date: ["review_timestamp", "review_datetime_utc"],
    text: ["review_text"],
    source_url: ["review_link"],
    reply_text: ["owner_answer"],
    reply_date: ["owner_answer_timestamp", "owner_answer_timestamp_datetime_utc"],
    place: ["place_id", "google_id"],
    photos: ["review_img_urls", "review_img_url"],
  },
  ignored:
    "query rating reviews reviews_id reviews_link reviews_per_score* reviews_tags location_link location_reviews_id author_link author_id author_reviews_count author_ratings_count review_pagination_id review_questions* review_photo_ids review_likes owner_answer_timestamp_datetime_utc full_address borough county plus_code time_zone cid kgmid h3 google_mid located_in* photo* street_view logo description typical_time_spent about* other_hours working_hours* business_status verified owner_* range posts popular_times subtypes menu_link order_links booking_appointment_link area_service"
      .split(" "),
  source: "google",
  anonymousAuthor: "A Google User",
  translated: true,
  place: {
    name: ["name"],
    url: ["site"],
    telephone: ["phone"],
    category: ["category", "type"],
    street_address: ["street"],
    locality: ["city"],
    region: ["us_state", "state"],
    postal_code: ["postal_code"],
    country: ["country_code", "country"],
    latitude: ["latitude"],
    longitude: ["longitude"],
  },
  findRows: rowsUnder("reviews_data"),
});
