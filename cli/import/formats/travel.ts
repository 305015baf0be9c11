import { importFormat } from "./import_format.ts";

/** Reviews of a home on Airbnb, as scrapers on Apify and its own pages give them. */
export const AIRBNB = importFormat({
  name: "airbnb",
  containers: ["json", "csv"],
  marks: ["localizedDate|reviewee.firstName|reviewee.hostName", "reviewer.firstName|reviewer.hostName"],
  fields: {
    id: "id",
    author: "reviewer.firstName|reviewer.hostName|author.firstName",
    author_avatar_url: "reviewer.pictureUrl|reviewer.userProfilePicture.baseUrl",
    rating: "rating",
    date: "createdAt|date|localizedDate",
    text: "comments|text|commentV2",
    reply_text: "response|hostResponse",
    reply_date: "respondedAt|responseDate",
    place: "listingId|listing_id|startUrl",
    photos: "photos",
    visit_type: "reviewHighlight",
  },
  ignored: "localized*|reviewer.*|reviewee.*|ratingAccessibilityLabel|collectionTag|rankingScore",
  source: "airbnb",
  anonymousAuthor: "A guest",
  place: { name: "listingName|listing.name" },
});

/** The reviews of Inside Airbnb, which have no stars: recognised so that the message says so. */
export const INSIDE_AIRBNB = importFormat({
  name: "inside-airbnb",
  containers: ["csv"],
  marks: ["listing_id", "reviewer_id", "reviewer_name", "comments"],
  fields: {},
  source: "airbnb",
  refusal:
    "is of Inside Airbnb, whose reviews have no stars, and none are invented here: take an export with ratings, " +
    "or add a column of them and name it with --map rating=COLUMN --map date=date --map text=comments",
});

/**
 * Guest reviews of Booking.com: the export of the extranet, its API, scrapers on Apify, and the public hotel dataset.
 * Scores are of 10. What guests liked and disliked becomes one text.
 */
export const BOOKING = importFormat({
  name: "booking",
  containers: ["csv", "json"],
  marks: [
    "Review score|Reviewer_Score|rating|scoring.review_score",
    "Positive review|Positive_Review|likedText|reviewTextParts|content.positive",
    "Reservation number|Reviewer_Nationality|travelerType|reservation_id",
  ],
  fields: {
    id: "Reservation number|review_id|id",
    author: "Guest name|userName|reviewer.name|user_name",
    author_avatar_url: "userAvatar",
    rating: "Review score|Reviewer_Score|rating|scoring.review_score|review_score",
    date: "Review date|Review_Date|reviewDate|created_timestamp",
    title: "Review title|reviewTitle|content.headline",
    source_url: "reviewUrl|url",
    reply_date: "reply.last_change_timestamp",
    reply_text: "Property reply|propertyResponse|reply.text",
    place: "hotelId|Hotel_Name|hotel_id|Property ID",
    photos: "reviewPhotos",
    visit_type: "travelerType",
  },
  textParts: [
    {
      label: "Liked",
      names: "Positive review|Positive_Review|likedText|reviewTextParts.Liked|content.positive",
    },
    {
      label: "Disliked",
      names: "Negative review|Negative_Review|dislikedText|reviewTextParts.Disliked|content.negative",
    },
  ],
  scale: 10,
  ignored: "Staff|Cleanliness|Location|Facilities|Comfort|Value for money|Additional_Number_of_Scoring|Average_Score|" +
    "Reviewer_Nationality|Review_Total_*|Total_Number_of_*|Tags|days_since_review|lat|lng|userLocation|roomInfo|" +
    "stay*|helpfulVotesCount|last_change_timestamp|reservation_id|content.*|scoring.*|reviewer.*|reply.*",
  source: "booking",
  anonymousAuthor: "A guest",
  place: { name: "Hotel_Name|hotelName|Property name", street_address: "Hotel_Address" },
});

/** Reviews of Tripadvisor: its Content API (`location/{id}/reviews`), and scrapers on Apify. */
export const TRIPADVISOR = importFormat({
  name: "tripadvisor",
  containers: ["json", "csv"],
  marks: [
    "publishedDate|published_date",
    "trip_type|tripType|travel_date|travelDate|tripInfo",
    "location_id|locationId|placeInfo.id",
  ],
  fields: {
    id: "id",
    author: "user.name|user.username|userProfile.displayName|username",
    author_avatar_url: "user.avatar.image|user.avatar.large|user.avatar.small",
    rating: "rating",
    date: "publishedDate|published_date",
    title: "title",
    text: "text",
    source_url: "url|absoluteUrl",
    reply_text: "ownerResponse.text|owner_response.text|mgmtResponse.text",
    reply_date: "ownerResponse.publishedDate|owner_response.published_date|mgmtResponse.publishedDate",
    place: "locationId|location_id|placeInfo.id",
    photos: "photos",
    visit_type: "tripType|trip_type|tripInfo.tripType",
  },
  ignored:
    "rating_image_url|travel_date|travelDate|user.*|userProfile.*|subratings*|owner_response.*|ownerResponse.*|" +
    "mgmtResponse.*|publishedPlatform|roomTip|placeInfo.*|tripInfo.*|provider",
  source: "tripadvisor",
  anonymousAuthor: "A Tripadvisor traveller",
  place: {
    name: "placeInfo.name",
    url: "placeInfo.website",
    telephone: "placeInfo.phone",
    street_address: "placeInfo.addressObj.street1",
    locality: "placeInfo.addressObj.city",
    region: "placeInfo.addressObj.state",
    postal_code: "placeInfo.addressObj.postalcode",
    country: "placeInfo.addressObj.country",
    latitude: "placeInfo.latitude",
    longitude: "placeInfo.longitude",
  },
});
