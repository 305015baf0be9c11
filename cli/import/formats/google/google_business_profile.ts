import { importFormat } from "../import_format.ts";

/**
 * Reviews of Google Business Profile: pages of the API v4 (`accounts.locations.reviews.list`), and Takeout files, which
 * have the same form.
 */
export const GOOGLE_BUSINESS_PROFILE = importFormat({
  name: "google-business-profile",
  containers: ["json", "csv"],
  marks: [["starRating"], ["createTime"]],
  fields: {
    id: ["reviewId", "name"],
    author: ["reviewer.displayName"],
    anonymous: ["reviewer.isAnonymous"],
    author_avatar_url: ["reviewer.profilePhotoUrl"],
    rating: ["starRating"],
    date: ["createTime"],
    text: ["comment"],
    reply_text: ["reviewReply.comment"],
    reply_date: ["reviewReply.updateTime"],
    updated: ["updateTime"],
    place: ["name"],
  },
  ignored: "reviewer.* reviewReply.* reviewMediaItems*".split(" "),
  source: "google",
  anonymousAuthor: "A Google User",
  translated: true,
  // In accounts/…/locations/…/reviews/<id> the account differs between exports of one business.
  nativeId: (name) => name.slice(name.lastIndexOf("/") + 1),
  nativePlace: (name) => /\blocations\/([^/]+)\//.exec(name)?.[1] ?? "",
});
