import { importFormat } from "../import_format.ts";

/** Reviews that merchants wrote of an app in Shopify's app store, as collectors of its pages give them. */
export const SHOPIFY_APP_STORE = importFormat({
  name: "shopify-app-store",
  containers: ["csv", "json"],
  marks: [["posted_at"], ["app_id"], ["developer_reply"]],
  fields: {
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
});

/** Reviews exported by the Product Reviews app of Shopify. */
export const SHOPIFY_PRODUCT_REVIEWS = importFormat({
  name: "shopify-product-reviews",
  containers: ["csv"],
  marks: [["product_handle"], ["state"], ["author"], ["body"]],
  fields: {
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
});
