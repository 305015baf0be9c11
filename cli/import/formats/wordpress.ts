import { isJsonObject, type JsonObject } from "../cells/object_row.ts";
import type { RowReader } from "../cells/row_reader.ts";
import { isEmptyValue } from "../cells/source_row.ts";
import { importFormat } from "./import_format.ts";

/**
 * Reviews of WooCommerce: its API (`wc/v3/products/reviews`), and exports of the comments of WordPress, in which a review
 * is a comment with a rating. Comments without one, such as replies and orders' notes, are left out.
 */
export const WOOCOMMERCE = importFormat({
  name: "woocommerce",
  containers: ["json", "csv"],
  marks: ["rating|meta:rating", "reviewer|comment_author", "product_permalink|reviewer_avatar_urls|comment_post_ID"],
  fields: {
    id: "id|comment_ID",
    author: "reviewer|comment_author",
    author_avatar_url: "reviewer_avatar_urls.96|reviewer_avatar_urls.48|reviewer_avatar_urls.24",
    rating: "rating|meta:rating",
    date: "date_created_gmt|date_created|comment_date_gmt|comment_date",
    title: "title|comment_title",
    text: "review|comment_content",
    status: "status|comment_approved",
    product: "product_name|product_title|product_SKU|product_slug",
  },
  ignored: "product_id|product_permalink|product_SKU|product_slug|reviewer_avatar_urls*|verified|_links*|comment_*|" +
    "user_id|user_ID",
  source: "woocommerce",
  html: true,
  skip: unrated,
});

/**
 * The export of WordPress itself (WXR, `wp-admin/includes/export.php`): reviews are the comments with a rating, and what an
 * author of the site wrote below one is its reply. Their ids are those of the API of WooCommerce.
 */
export const WORDPRESS_EXPORT = importFormat({
  name: "wordpress-export",
  containers: ["xml"],
  marks: ["wp:comment_id", "wp:comment_content", "wp:comment_approved"],
  fields: {
    id: "wp:comment_id",
    author: "wp:comment_author",
    rating: "rating",
    date: "wp:comment_date_gmt|wp:comment_date",
    text: "wp:comment_content",
    reply_text: "reply.wp:comment_content",
    reply_date: "reply.wp:comment_date_gmt|reply.wp:comment_date",
    status: "wp:comment_approved",
    product: "post_title",
  },
  ignored: "wp:comment_author_email|wp:comment_author_url|wp:comment_author_IP|wp:comment_type|wp:comment_parent|" +
    "wp:comment_user_id|wp:commentmeta|reply",
  source: "woocommerce",
  html: true,
  skip: unrated,
  place: { name: "title", url: "link" },
  findRows: (document) => {
    const channel = isJsonObject(document) && isJsonObject(document.rss) ? document.rss.channel : null;
    if (!isJsonObject(channel) || channel["wp:wxr_version"] === undefined) return null;
    const authors = new Set(elements(channel["wp:author"]).map((author) => author["wp:author_id"]));
    const rows = elements(channel.item).filter(isPublished).flatMap((item) => {
      const comments = elements(item["wp:comment"]);
      const replies = new Set(
        comments.filter((comment) =>
          authors.has(comment["wp:comment_user_id"]) && comment["wp:comment_approved"] === "1" &&
          ratingOf(comment) === undefined
        ),
      );
      const repliesTo = Map.groupBy(replies, (reply) => reply["wp:comment_parent"]);
      return comments.filter((comment) => !replies.has(comment)).map((comment) => ({
        ...comment,
        post_title: item.title,
        rating: ratingOf(comment),
        reply: repliesTo.get(comment["wp:comment_id"])?.[0],
      }));
    });
    return { groups: [{ path: ["rss", "channel", "item"], rows, place: channel }], business: null };
  },
});

function unrated(reader: RowReader): string | null {
  const { value } = reader.cell(["rating", "meta:rating"]);
  const hasRating = !isEmptyValue(value) && String(value).trim() !== "0";
  return hasRating ? null : "comments without a rating";
}

/** Whether visitors see what the comments are about: a draft is not even to be named. */
function isPublished(item: JsonObject): boolean {
  return item["wp:status"] === undefined || item["wp:status"] === "publish";
}

function ratingOf(comment: JsonObject): unknown {
  return elements(comment["wp:commentmeta"]).find((meta) => meta["wp:meta_key"] === "rating")?.["wp:meta_value"];
}

function elements(value: unknown): readonly JsonObject[] {
  return [value].flat().filter(isJsonObject);
}

/**
 * Reviews exported by the plug-in Site Reviews of WordPress (`ExportManager.php`). They have no id. `score` counts votes,
 * and `is_verified` tells of a confirmed address, which few sites ask for.
 */
export const SITE_REVIEWS = importFormat({
  name: "wordpress-site-reviews",
  containers: ["csv"],
  marks: ["rating", "content", "is_approved", "is_pinned", "assigned_posts"],
  fields: {
    author: "name",
    author_avatar_url: "avatar",
    rating: "rating",
    date: "date",
    title: "title",
    text: "content",
    reply_text: "response",
    status: "is_approved",
  },
  ignored: "date_gmt|email|ip_address|is_pinned|is_verified|score|terms|assigned_posts|assigned_terms|assigned_users|" +
    "type|url|language|response_by|verified|verified_on|verified_requested|geolocation_*",
  source: "site-reviews",
  html: true,
});
