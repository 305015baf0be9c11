import { isEmptyValue } from "../../cells/source_row.ts";
import { importFormat } from "../import_format.ts";

/**
 * Reviews of WooCommerce: its API (`wc/v3/products/reviews`), and exports of the comments of WordPress, in which a review
 * is a comment with a rating. Comments without one, such as replies and orders' notes, are left out.
 */
export const WOOCOMMERCE = importFormat({
  name: "woocommerce",
  containers: ["json", "csv"],
  marks: [["rating", "meta:rating"], ["reviewer", "comment_author"], [
    "product_permalink",
    "reviewer_avatar_urls",
    "comment_post_ID",
  ]],
  fields: {
    id: ["id", "comment_ID"],
    author: ["reviewer", "comment_author"],
    author_avatar_url: ["reviewer_avatar_urls.96", "reviewer_avatar_urls.48", "reviewer_avatar_urls.24"],
    rating: ["rating", "meta:rating"],
    date: ["date_created_gmt", "date_created", "comment_date_gmt", "comment_date"],
    title: ["title", "comment_title"],
    text: ["review", "comment_content"],
    status: ["status", "comment_approved"],
    product: ["product_name", "product_title", "product_SKU", "product_slug"],
  },
  ignored: ("product_id product_permalink product_SKU product_slug reviewer_avatar_urls* verified _links* comment_* " +
    "user_id user_ID").split(" "),
  source: "woocommerce",
  html: true,
  skip: (reader) => {
    const { value } = reader.cell(["rating", "meta:rating"]);
    const hasRating = !isEmptyValue(value) && String(value).trim() !== "0";
    return hasRating ? null : "comments without a rating";
  },
});
