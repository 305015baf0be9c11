import { importFormat } from "../import_format.ts";

/**
 * Reviews exported by the plug-in Site Reviews of WordPress (`ExportManager.php`). They have no id. `score` counts votes,
 * and `is_verified` tells of a confirmed address, which few sites ask for.
 */
export const SITE_REVIEWS = importFormat({
  name: "wordpress-site-reviews",
  containers: ["csv"],
  marks: [["rating"], ["content"], ["is_approved"], ["is_pinned"], ["assigned_posts"]],
  fields: {
    author: ["name"],
    author_avatar_url: ["avatar"],
    rating: ["rating"],
    date: ["date"],
    title: ["title"],
    text: ["content"],
    reply_text: ["response"],
    status: ["is_approved"],
  },
  ignored:
    ("date_gmt email ip_address is_pinned is_verified score terms assigned_posts assigned_terms assigned_users " +
      "type url language response_by verified verified_on verified_requested geolocation_*").split(" "),
  source: "site-reviews",
  html: true,
});
