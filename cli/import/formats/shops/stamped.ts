import { importFormat } from "../import_format.ts";
import { rowsUnder } from "../row_groups.ts";

/** Reviews of Stamped: the CSV form in which it takes and gives them, and its API (`api/widget/reviews`). */
export const STAMPED = importFormat({
  name: "stamped",
  containers: ["csv", "json"],
  marks: [["rating", "reviewRating"], ["body", "reviewMessage"], ["productImageUrl", "reviewVerifiedType"]],
  fields: {
    id: ["id"],
    author: ["author"],
    rating: ["rating", "reviewRating"],
    date: ["created_at", "dateCreated", "reviewDate"],
    title: ["title", "reviewTitle"],
    text: ["body", "reviewMessage"],
    reply_text: ["reviewReply"],
    reply_date: ["reviewReplyDate"],
    verified: ["verified"],
    status: ["published"],
    photos: ["reviewUserPhotos", "photoFilenames"],
    product: ["productTitle", "productName"],
  },
  ignored: ("product_id product_handle productUrl productImage* email productId shopProductId productSKU " +
    "productVariantName reviewVerifiedType reviewDate reviewUserPhotosWatermark reviewUserVideos avatar location countryIso reviewVotesUp " +
    "reviewVotesDown isRecommend reviewType widgetType reviewOptionsList* featured").split(" "),
  dateOrder: "mdy",
  source: "stamped",
  findRows: rowsUnder("data"),
  // 2 is a verified buyer, 0 none.
  plainRow: (members) =>
    members.reviewVerifiedType === undefined
      ? members
      : { ...members, verified: Number(members.reviewVerifiedType) > 0 },
});
