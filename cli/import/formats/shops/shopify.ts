import { type ImportFormat, NO_FIELDS } from "../import_format.ts";
import { rowsUnder } from "../row_groups.ts";

/** Reviews that merchants wrote of an app in Shopify's app store, as collectors of its pages give them. */
export const SHOPIFY_APP_STORE: ImportFormat = {
  name: "shopify-app-store",
  containers: ["csv", "json"],
  marks: [["posted_at"], ["app_id"], ["developer_reply"]],
  fields: {
    ...NO_FIELDS,
    author: ["author", "shop_name"],
    rating: ["rating"],
    date: ["posted_at"],
    text: ["body", "content"],
    reply_text: ["developer_reply"],
    reply_date: ["developer_reply_posted_at"],
    place: ["app_id"],
  },
  ignored: ["country", "usage_time"],
  source: "shopify-app-store",
  anonymousAuthor: "A merchant",
  findRows: rowsUnder("reviews"),
};

/** Reviews exported by the Product Reviews app of Shopify. */
export const SHOPIFY_PRODUCT_REVIEWS: ImportFormat = {
  name: "shopify-product-reviews",
  containers: ["csv"],
  marks: [["product_handle"], ["state"], ["author"], ["body"]],
  fields: {
    ...NO_FIELDS,
    author: ["author"],
    rating: ["rating"],
    date: ["created_at"],
    title: ["title"],
    text: ["body"],
    reply_text: ["reply"],
    reply_date: ["replied_at"],
    status: ["state"],
    product: ["product_handle"],
  },
  ignored: ["location"],
  source: "shopify",
  anonymousAuthor: "Anonymous",
};
