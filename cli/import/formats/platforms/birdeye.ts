import { importFormat } from "../import_format.ts";

/** Reviews of several platforms as collected by Birdeye: its API. Each row names its source. */
export const BIRDEYE = importFormat({
  name: "birdeye",
  containers: ["json"],
  marks: [["rating"], ["sourceType"], ["reviewDate", "rdate"], ["comments", "reviewer.nickName", "reviewer.firstName"]],
  fields: {
    id: ["reviewId"],
    author: ["reviewer.nickName", "reviewer.firstName"],
    author_avatar_url: ["reviewer.thumbnailUrl"],
    rating: ["rating"],
    recommendation: ["recommended"],
    date: ["reviewDate", "rdate"],
    title: ["title"],
    text: ["comments"],
    source: ["sourceType"],
    source_url: ["uniqueReviewUrl", "reviewUrl"],
    reply_text: ["response"],
    reply_date: ["responseDate"],
    status: ["status"],
    place: ["businessId"],
  },
  ignored: "businessType reviewer.* featured sentimentType enableReply customerId extraParams* tags".split(" "),
  source: "birdeye",
  place: { name: ["businessName"] },
});
