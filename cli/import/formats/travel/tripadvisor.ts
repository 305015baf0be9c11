import { importFormat } from "../import_format.ts";

/** Reviews of Tripadvisor: its Content API (`location/{id}/reviews`), and scrapers on Apify. */
export const TRIPADVISOR = importFormat({
  name: "tripadvisor",
  containers: ["json", "csv"],
  marks: [["publishedDate", "published_date"], ["trip_type", "tripType", "travel_date", "travelDate", "tripInfo"], [
    "location_id",
    "locationId",
    "placeInfo.id",
  ]],
  fields: {
    id: ["id"],
    author: ["user.name", "user.username", "userProfile.displayName", "username"],
    author_avatar_url: ["user.avatar.image", "user.avatar.large", "user.avatar.small"],
    rating: ["rating"],
    date: ["publishedDate", "published_date"],
    title: ["title"],
    text: ["text"],
    source_url: ["url", "absoluteUrl"],
    reply_text: ["ownerResponse.text", "owner_response.text", "mgmtResponse.text"],
    reply_date: ["ownerResponse.publishedDate", "owner_response.published_date", "mgmtResponse.publishedDate"],
    place: ["locationId", "location_id", "placeInfo.id"],
    photos: ["photos"],
    visit_type: ["tripType", "trip_type", "tripInfo.tripType"],
  },
  ignored:
    "rating_image_url travel_date travelDate user.* userProfile.* subratings* owner_response.* ownerResponse.* mgmtResponse.* publishedPlatform roomTip placeInfo.* tripInfo.* provider"
      .split(" "),
  source: "tripadvisor",
  anonymousAuthor: "A Tripadvisor traveller",
  place: {
    name: ["placeInfo.name"],
    url: ["placeInfo.website"],
    telephone: ["placeInfo.phone"],
    street_address: ["placeInfo.addressObj.street1"],
    locality: ["placeInfo.addressObj.city"],
    region: ["placeInfo.addressObj.state"],
    postal_code: ["placeInfo.addressObj.postalcode"],
    country: ["placeInfo.addressObj.country"],
    latitude: ["placeInfo.latitude"],
    longitude: ["placeInfo.longitude"],
  },
});
