import { type ImportFormat, NO_FIELDS, NO_PLACE } from "../import_format.ts";
import { rowsUnder } from "../row_groups.ts";

/** Reviews that merchants wrote of an app in Shopify's app store, as collectors of its pages give them. */
export const SHOPIFY_APP_STORE: ImportFormat = {
  name: "shopify-app-store",
  containers: ["csv", "json"],
  marks: [["rating"], ["posted_at", "postedAt", "reviewDate", "date"], [
    "app_id",
    "appId",
    "app_slug",
    "app_name",
    "merchantName",
    "merchant_name",
    "timeUsingApp",
    "time_using_app",
    "developer_reply",
    "developerReply",
  ]],
  fields: {
    ...NO_FIELDS,
    id: ["review_id", "reviewId", "id"],
    author: ["author", "merchantName", "merchant_name", "merchant", "shop_name", "storeName"],
    rating: ["rating"],
    date: ["posted_at", "postedAt", "reviewDate", "date"],
    text: ["body", "content", "text", "review"],
    source_url: ["reviewUrl", "url"],
    reply_text: ["developer_reply", "developerReply.text", "developerReply", "reply"],
    reply_date: ["developer_reply_posted_at", "developerReply.date", "developerReplyDate", "reply_date"],
    place: ["app_id", "appId", "app_slug"],
  },
  source: "shopify-app-store",
  anonymousAuthor: "A merchant",
  place: { ...NO_PLACE, name: ["app_name", "appName"] },
  findRows: rowsUnder("reviews"),
};

/** Reviews exported by the Product Reviews app of Shopify, whose form other shop apps write as well. */
export const SHOPIFY_PRODUCT_REVIEWS: ImportFormat = {
  name: "shopify-product-reviews",
  containers: ["csv"],
  marks: [["product_handle"], ["rating"], ["author"], ["body"], ["created_at"]],
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
  source: "shopify",
  anonymousAuthor: "Anonymous",
};
