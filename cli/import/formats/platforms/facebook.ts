import { importFormat } from "../import_format.ts";
import { rowsUnder } from "../row_groups.ts";

/**
 * Recommendations of a Facebook page: the Graph API (`{page}/ratings`), and scrapers on Apify. Since 2018 they have no
 * stars: who recommends counts as 5, who does not as 1. Older ones have a `rating`, which counts first.
 */
export const FACEBOOK = importFormat({
  name: "facebook",
  containers: ["json", "csv"],
  marks: [["recommendation_type", "isRecommended", "has_rating"], ["created_time", "facebookUrl", "legacyId"]],
  fields: {
    id: ["open_graph_story.id", "id", "reviewId", "legacyId"],
    author: ["reviewer.name", "user.name"],
    author_avatar_url: ["reviewer.picture.data.url", "user.profilePic"],
    rating: ["rating"],
    recommendation: ["recommendation_type", "isRecommended"],
    date: ["created_time", "date"],
    text: ["review_text", "text"],
    source_url: ["url", "reviewUrl"],
    reply_text: ["open_graph_story.comments.data.0.message"],
    reply_date: ["open_graph_story.comments.data.0.created_time"],
    place: ["facebookId", "pageId"],
    photos: ["photos"],
  },
  ignored:
    "open_graph_story* reviewer.* has_rating has_review facebookUrl inputUrl user.* feedbackId postFacebookId tags"
      .split(" "),
  source: "facebook",
  anonymousAuthor: "A Facebook user",
  place: { name: ["pageName"] },
  findRows: rowsUnder("ratings"),
});
