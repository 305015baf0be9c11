import { isJsonObject } from "../../cells/object_row.ts";
import { type ImportFormat, NO_FIELDS } from "../import_format.ts";
import { rowsUnder } from "../row_groups.ts";

/** Reviews of a company on Reviews.io (Reviews.co.uk): its API (`merchant/reviews`). */
export const REVIEWS_IO: ImportFormat = {
  name: "reviews-io",
  containers: ["json"],
  marks: [["store_review_id"], ["rating"], ["comments"], ["date_created"]],
  fields: {
    ...NO_FIELDS,
    id: ["store_review_id"],
    author: ["author"],
    rating: ["rating"],
    date: ["date_created"],
    title: ["title"],
    text: ["comments"],
    reply_text: ["replies.0.comments"],
  },
  ignored: "reviewer replies tags order_number user_order_id timeago images*".split(" "),
  source: "reviews-io",
  anonymousAuthor: "Anonymous",
  findRows: rowsUnder("reviews"),
  plainRow: (members) => {
    const { reviewer } = members;
    if (!isJsonObject(reviewer)) return members;
    return { ...members, author: [reviewer.first_name, reviewer.last_name].filter(Boolean).join(" ") };
  },
};
