import { type ImportFormat, NO_FIELDS, NO_PLACE } from "../import_format.ts";
import { rowsUnder } from "../row_groups.ts";

/** Reviews of several platforms as collected by Birdeye: its export and its API. Each row names its source. */
export const BIRDEYE: ImportFormat = {
  name: "birdeye",
  containers: ["csv", "json"],
  marks: [["rating", "Review Rating"], ["sourceType", "Review Source", "Review Site", "Source"], [
    "reviewer.firstName",
    "reviewer.nickName",
    "Reviewer Name",
    "Customer Name",
    "Reviewed By",
  ]],
  fields: {
    ...NO_FIELDS,
    id: ["reviewId", "Review ID"],
    author: ["reviewer.nickName", "reviewer.firstName", "Reviewer Name", "Reviewed By", "Customer Name"],
    author_avatar_url: ["reviewer.thumbnailUrl"],
    rating: ["rating", "Review Rating", "Rating"],
    recommendation: ["recommended", "Recommended"],
    date: ["reviewDate", "rdate", "Review Date", "Date"],
    title: ["title", "Review Title"],
    text: ["comments", "Review Text", "Review Comments", "Review Content", "Comments", "Review"],
    source: ["sourceType", "Review Source", "Review Site", "Source"],
    source_url: ["uniqueReviewUrl", "reviewUrl", "Review URL", "Review Link"],
    reply_text: ["response", "Response", "Review Response", "Response Text", "Reply"],
    reply_date: ["responseDate", "Response Date", "Replied On", "Reply Date"],
    status: ["status", "Review Status", "Status"],
    place: ["businessId", "Business ID", "Location ID"],
  },
  source: "birdeye",
  anonymousAuthor: "Anonymous",
  place: { ...NO_PLACE, name: ["businessName", "Business Name", "Location Name", "Location"] },
  findRows: rowsUnder("reviews"),
};
