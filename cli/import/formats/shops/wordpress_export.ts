import { isJsonObject, type JsonObject } from "../../cells/object_row.ts";
import { importFormat } from "../import_format.ts";
import { WOOCOMMERCE } from "./woocommerce.ts";

/**
 * The export of WordPress itself (WXR, `wp-admin/includes/export.php`): reviews are the comments with a rating, and what an
 * author of the site wrote below one is its reply. Their ids are those of the API of WooCommerce.
 */
export const WORDPRESS_EXPORT = importFormat({
  ...WOOCOMMERCE,
  name: "wordpress-export",
  containers: ["xml"],
  marks: [["wp:comment_id"], ["wp:comment_content"], ["wp:comment_approved"]],
  fields: {
    id: ["wp:comment_id"],
    author: ["wp:comment_author"],
    rating: ["rating"],
    date: ["wp:comment_date_gmt", "wp:comment_date"],
    text: ["wp:comment_content"],
    reply_text: ["reply.wp:comment_content"],
    reply_date: ["reply.wp:comment_date_gmt", "reply.wp:comment_date"],
    status: ["wp:comment_approved"],
    product: ["post_title"],
  },
  ignored: ("wp:comment_author_email wp:comment_author_url wp:comment_author_IP wp:comment_type wp:comment_parent " +
    "wp:comment_user_id wp:commentmeta reply").split(" "),
  place: { name: ["title"], url: ["link"] },
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
