import { importFormat } from "../import_format.ts";

/** Reviews of Yotpo: its export, and its API (`v1/apps/{key}/reviews`, `widget/{key}/reviews`). */
export const YOTPO = importFormat({
  name: "yotpo",
  containers: ["csv", "json"],
  marks: [["Review Score", "score"], ["Review Content", "content"], [
    "Display Name",
    "Reviewer Display Name",
    "votes_up",
  ]],
  fields: {
    id: ["Review ID", "id"],
    author: ["Display Name", "Reviewer Display Name", "Reviewer Name", "user.display_name", "name"],
    rating: ["Review Score", "score"],
    date: ["Date", "Review Creation Date", "created_at"],
    title: ["Review Title", "title"],
    text: ["Review Content", "content"],
    reply_text: ["Comment Content", "Published Comment", "comment.content"],
    reply_date: ["Comment Date", "Comment Creation Date", "comment.created_at"],
    verified: ["Verified Purchase"],
    status: ["Review Status", "Published", "status"],
    hidden: ["deleted", "archived"],
    photos: ["Published Image URLs", "Image URLs", "images_data"],
    product: ["Product Title", "product_title", "Product Name"],
  },
  ignored: ("Product URL|Product ID|SKU|sku|Reviewer Type|reviewer_type|updated_at|Order ID|user.*|comment.*|" +
    "verified_buyer").split("|"),
  source: "yotpo",
  html: true,
});
