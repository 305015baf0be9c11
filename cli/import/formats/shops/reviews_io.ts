import { isJsonObject } from "../../cells/object_row.ts";
import { importFormat } from "../import_format.ts";

/** Reviews of a company on Reviews.io (Reviews.co.uk): its API (`merchant/reviews`). */
export const REVIEWS_IO = importFormat({
  name: "reviews-io",
  containers: ["json"],
  marks: [["store_review_id"], ["rating"], ["comments"], ["date_created"]],
  fields: {
    id: ["store_review_id"],
    author: ["author"],
    rating: ["rating"],
    date: ["date_created"],
    title: ["title"],
    text: ["comments"],
    reply_text: ["reply.comments"],
    reply_date: ["reply.date_created"],
  },
  ignored:
    ("reviewer replies reply.* tags images type user_id order_id order_number user_order_id timeago human_date " +
      "likes").split(" "),
  source: "reviews-io",
  // A reply may be for the reviewer's eyes alone.
  plainRow: (members) => {
    const reviewer = isJsonObject(members.reviewer) ? members.reviewer : {};
    const author = [reviewer.first_name, reviewer.last_name].filter(Boolean).join(" ");
    const reply = [members.replies].flat().find((one) => isJsonObject(one) && !Number(one.private));
    return { ...members, author, ...reply !== undefined && { reply } };
  },
});
