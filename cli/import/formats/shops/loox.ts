import { type ImportFormat, NO_FIELDS } from "../import_format.ts";

/** Reviews exported by Loox. */
export const LOOX: ImportFormat = {
  name: "loox",
  containers: ["csv"],
  marks: [["rating"], ["date"], ["review"], ["nickname", "full_name", "author"], [
    "productId",
    "handle",
    "product_handle",
  ]],
  fields: {
    ...NO_FIELDS,
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
  source: "loox",
  anonymousAuthor: "Anonymous",
};
