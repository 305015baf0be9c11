import { importFormat } from "../import_format.ts";

/** Reviews of Okendo: its export, its import template, and its API. */
export const OKENDO = importFormat({
  name: "okendo",
  containers: ["csv", "json"],
  marks: [["dateCreated", "Date Created"], ["Body", "body"], [
    "Is Verified Buyer",
    "reviewer.isVerified",
    "countryCode",
  ]],
  fields: {
    id: ["Review ID", "reviewId", "id"],
    author: ["Reviewer Name", "reviewer.displayName", "name"],
    author_avatar_url: ["reviewer.avatarUrl"],
    rating: ["Rating", "rating"],
    date: ["dateCreated", "Date Created"],
    title: ["Title", "title"],
    text: ["Body", "body"],
    reply_text: ["Reply", "Reply Body", "reply.body"],
    reply_date: ["Reply Date", "reply.dateCreated"],
    verified: ["Is Verified Buyer", "reviewer.isVerified"],
    status: ["Status", "status"],
    photos: ["imageUrls", "Image URLs", "media"],
    product: ["Product Name", "productName", "handle"],
  },
  ignored: ["reviewer.*", "productId", "Product ID", "countryCode", "Is Recommended", "attributesWithRating*"],
  source: "okendo",
});
