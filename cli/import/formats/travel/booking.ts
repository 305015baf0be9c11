import { importFormat } from "../import_format.ts";

/**
 * Guest reviews of Booking.com: the export of the extranet, its API, scrapers on Apify, and the public hotel dataset.
 * Scores are of 10. What guests liked and disliked becomes one text.
 */
export const BOOKING = importFormat({
  name: "booking",
  containers: ["csv", "json"],
  marks: [["Review score", "Reviewer_Score", "rating", "scoring.review_score"], [
    "Positive review",
    "Positive_Review",
    "likedText",
    "reviewTextParts",
    "content.positive",
  ], ["Reservation number", "Reviewer_Nationality", "travelerType", "reservation_id"]],
  fields: {
    id: ["Reservation number", "review_id", "id"],
    author: ["Guest name", "userName", "reviewer.name", "user_name"],
    author_avatar_url: ["userAvatar"],
    rating: ["Review score", "Reviewer_Score", "rating", "scoring.review_score", "review_score"],
    date: ["Review date", "Review_Date", "reviewDate", "created_timestamp"],
    title: ["Review title", "reviewTitle", "content.headline"],
    source_url: ["reviewUrl", "url"],
    reply_date: ["reply.last_change_timestamp"],
    reply_text: ["Property reply", "propertyResponse", "reply.text"],
    place: ["hotelId", "Hotel_Name", "hotel_id", "Property ID"],
    photos: ["reviewPhotos"],
    visit_type: ["travelerType"],
  },
  textParts: [
    {
      label: "Liked",
      names: ["Positive review", "Positive_Review", "likedText", "reviewTextParts.Liked", "content.positive"],
    },
    {
      label: "Disliked",
      names: ["Negative review", "Negative_Review", "dislikedText", "reviewTextParts.Disliked", "content.negative"],
    },
  ],
  scale: 10,
  ignored:
    ("Staff|Cleanliness|Location|Facilities|Comfort|Value for money|Additional_Number_of_Scoring|Average_Score|" +
      "Reviewer_Nationality|Review_Total_*|Total_Number_of_*|Tags|days_since_review|lat|lng|userLocation|" +
      "roomInfo|stay*|helpfulVotesCount|last_change_timestamp|reservation_id|content.*|scoring.*|reviewer.*|" +
      "reply.*").split("|"),
  source: "booking",
  anonymousAuthor: "A guest",
  place: { name: ["Hotel_Name", "hotelName", "Property name"], street_address: ["Hotel_Address"] },
});
