import { importFormat } from "../import_format.ts";

/** Reviews of a home on Airbnb, as scrapers on Apify and its own pages give them. */
export const AIRBNB = importFormat({
  name: "airbnb",
  containers: ["json", "csv"],
  marks: [["localizedDate", "reviewee.firstName", "reviewee.hostName"], ["reviewer.firstName", "reviewer.hostName"]],
  fields: {
    id: ["id"],
    author: ["reviewer.firstName", "reviewer.hostName", "author.firstName"],
    author_avatar_url: ["reviewer.pictureUrl", "reviewer.userProfilePicture.baseUrl"],
    rating: ["rating"],
    date: ["createdAt", "date", "localizedDate"],
    text: ["comments", "text", "commentV2"],
    reply_text: ["response", "hostResponse"],
    reply_date: ["respondedAt", "responseDate"],
    place: ["listingId", "listing_id", "startUrl"],
    photos: ["photos"],
    visit_type: ["reviewHighlight"],
  },
  ignored: "localized* reviewer.* reviewee.* ratingAccessibilityLabel collectionTag rankingScore".split(" "),
  source: "airbnb",
  anonymousAuthor: "A guest",
  place: { name: ["listingName", "listing.name"] },
});

/** The reviews of Inside Airbnb, which have no stars: recognised so that the message says so. */
export const INSIDE_AIRBNB = importFormat({
  name: "inside-airbnb",
  containers: ["csv"],
  marks: [["listing_id"], ["reviewer_id"], ["reviewer_name"], ["comments"]],
  fields: {},
  source: "airbnb",
  refusal:
    "is of Inside Airbnb, whose reviews have no stars, and none are invented here: take an export with ratings, " +
    "or add a column of them and name it with --map rating=COLUMN --map date=date --map text=comments",
});
