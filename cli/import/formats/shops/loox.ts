import { importFormat } from "../import_format.ts";

/** Reviews exported by Loox. */
export const LOOX = importFormat({
  name: "loox",
  containers: ["csv"],
  marks: [["nickname", "full_name"], ["review"], ["productId", "handle"]],
  fields: {
    id: ["id"],
    author: ["nickname", "full_name", "author"],
    rating: ["rating"],
    date: ["date"],
    text: ["review"],
    reply_text: ["reply"],
    reply_date: ["reply_date"],
    verified: ["verified_purchase"],
    status: ["status"],
    photos: ["img", "photo_url", "image"],
    product: ["product_title", "handle", "product_handle"],
  },
  ignored: "productId handle variant full_name orderId".split(" "),
  source: "loox",
});
