import { type ImportFormat, NO_FIELDS } from "../import_format.ts";
import { rowsUnder } from "../row_groups.ts";

/** Reviews of Stamped: the CSV form in which it takes and gives them, and its API (`api/widget/reviews`). */
export const STAMPED: ImportFormat = {
  name: "stamped",
  containers: ["csv", "json"],
  marks: [["rating", "reviewRating"], ["body", "reviewMessage"], ["productImageUrl", "reviewVerifiedType"]],
  fields: {
    ...NO_FIELDS,
    id: ["id"],
    author: ["author"],
    rating: ["rating", "reviewRating"],
    date: ["created_at", "dateCreated", "reviewDate"],
    title: ["title", "reviewTitle"],
    text: ["body", "reviewMessage"],
    reply_text: ["reviewReply"],
    verified: ["verified"],
    status: ["published"],
    product: ["productTitle", "productName"],
  },
  ignored:
    ("product_id product_handle productUrl productImage* photoFilenames email productId shopProductId productSKU " +
      "productVariantName reviewVerifiedType reviewDate reviewUserPhotos* avatar location countryIso reviewVotesUp " +
      "reviewVotesDown isRecommend reviewType widgetType reviewOptionsList* featured").split(" "),
  source: "stamped",
  anonymousAuthor: "Anonymous",
  findRows: rowsUnder("data"),
  // 2 is a verified buyer, 0 none.
  plainRow: (members) =>
    members.reviewVerifiedType === undefined
      ? members
      : { ...members, verified: Number(members.reviewVerifiedType) > 0 },
};
