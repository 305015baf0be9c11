import { importFormat } from "../import_format.ts";

/** Reviews of Yelp: its API (`businesses/{id}/reviews`), its open dataset, and what scrapers make of its pages. */
export const YELP = importFormat({
  name: "yelp",
  containers: ["json", "csv"],
  marks: [["time_created", "business_id"], ["user.profile_url", "user.image_url", "user.name", "useful"]],
  fields: {
    id: ["review_id", "id", "reviewId"],
    author: ["user.name", "authorName", "user_name"],
    author_avatar_url: ["user.image_url", "authorPhoto", "authorProfileImage"],
    rating: ["rating", "stars"],
    date: ["time_created", "date"],
    text: ["text"],
    source_url: ["url", "reviewUrl"],
    reply_text: ["public_response.text", "ownerResponse.text", "businessOwnerReplies.0.comment"],
    reply_date: ["public_response.time_created", "ownerResponse.date", "businessOwnerReplies.0.date"],
    place: ["business_id"],
    photos: ["photos", "reviewImageUrls"],
  },
  ignored: "user_id user.* type".split(" "),
  source: "yelp",
  anonymousAuthor: "A Yelp user",
  place: { name: ["business_name", "bizName"] },
});
