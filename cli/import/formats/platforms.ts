import { importFormat } from "./import_format.ts";
import { rowsUnder } from "./row_groups.ts";

/**
 * Service reviews of Trustpilot: the export of Trustpilot Business, whose column names differ between versions, and its
 * API (`business-units/reviews`).
 */
export const TRUSTPILOT = importFormat({
  name: "trustpilot",
  containers: ["csv", "json"],
  marks: [
    "Review Stars|stars",
    "Review Created (UTC)|Review Created|consumer.displayName",
    "Review Username|Review Consumer User Id|Domain Url|businessUnit.id|companyReply|experiencedAt",
  ],
  fields: {
    id: "Review Id|id",
    author: "Review Username|Review User Name|Consumer Name|consumer.displayName",
    rating: "Review Stars|stars",
    date: "Review Created (UTC)|Review Created|createdAt",
    title: "Review Title|title",
    text: "Review Content|Review Text|text",
    source_url: "Review Url|Review Link",
    reply_text:
      "Company Response|Company Reply|Company Reply Text|Business Response|Business Reply|Business Reply Text|Reply Text|companyReply.text",
    reply_date:
      "Company Reply Date (UTC)|Company Reply Date|Business Reply Date (UTC)|Business Reply Date|Reply Date (UTC)|Reply Date|companyReply.createdAt",
    verified: "Verified",
    status: "Review Status|status",
    updated: "updatedAt",
    place: "Domain Url|businessUnit.id",
  },
  ignored: "Webshop Name|Business Unit Id|Review Consumer User Id|Source Of Review|Reference Id|Location Name|" +
    "Location Id|Tags|consumer.*|businessUnit.*|companyReply.*|experiencedAt|numberOfLikes|isVerified|links|" +
    "countsTowards*|complianceLabels|reportData*|invitation*|businessUnitHistory|referenceId|referralEmail|" +
    "reviewVerificationLevel|hasUnhandledReports|location*|source",
  source: "trustpilot",
  place: { name: "businessUnit.displayName|businessUnit.name" },
});

/** Reviews of Trustpilot as collected by scrapers on Apify, such as `nikita-sviridenko/trustpilot-reviews-scraper`. */
export const TRUSTPILOT_APIFY = importFormat({
  name: "trustpilot-apify",
  containers: ["json", "csv"],
  marks: ["reviewId", "experienceDate", "verificationLevel", "ratingValue|rating", "reviewBody|text"],
  fields: {
    id: "reviewId",
    author: "authorName",
    rating: "ratingValue|rating",
    date: "datePublished|publishedDate",
    title: "reviewHeadline|title",
    text: "reviewBody|text",
    source_url: "reviewUrl",
    reply_text: "replyMessage",
    reply_date: "replyPublishedDate",
    verified: "isVerified",
    updated: "updatedDate",
    place: "domain",
  },
  ignored:
    "experienceDate|verificationLevel|reviewLanguage|language|numberOfReviews|consumerCountryCode|country|likes|" +
    "replyUpdatedDate|source|authorId|authorReviewCount|authorCountry|authorImageUrl",
  source: "trustpilot",
});

/** Reviews of Yelp: its API (`businesses/{id}/reviews`), its open dataset, and what scrapers make of its pages. */
export const YELP = importFormat({
  name: "yelp",
  containers: ["json", "csv"],
  marks: ["time_created|business_id", "user.profile_url|user.image_url|user.name|useful"],
  fields: {
    id: "review_id|id|reviewId",
    author: "user.name|authorName|user_name",
    author_avatar_url: "user.image_url|authorPhoto|authorProfileImage",
    rating: "rating|stars",
    date: "time_created|date",
    text: "text",
    source_url: "url|reviewUrl",
    reply_text: "public_response.text|ownerResponse.text|businessOwnerReplies.0.comment",
    reply_date: "public_response.time_created|ownerResponse.date|businessOwnerReplies.0.date",
    place: "business_id",
    photos: "photos|reviewImageUrls",
  },
  ignored: "user_id|user.*|type",
  source: "yelp",
  anonymousAuthor: "A Yelp user",
  place: { name: "business_name|bizName" },
});

/**
 * Recommendations of a Facebook page: the Graph API (`{page}/ratings`), and scrapers on Apify. Since 2018 they have no
 * stars: who recommends counts as 5, who does not as 1. Older ones have a `rating`, which counts first.
 */
export const FACEBOOK = importFormat({
  name: "facebook",
  containers: ["json", "csv"],
  marks: ["recommendation_type|isRecommended|has_rating", "created_time|facebookUrl|legacyId"],
  fields: {
    id: "open_graph_story.id|id|reviewId|legacyId",
    author: "reviewer.name|user.name",
    author_avatar_url: "reviewer.picture.data.url|user.profilePic",
    rating: "rating",
    recommendation: "recommendation_type|isRecommended",
    date: "created_time|date",
    text: "review_text|text",
    source_url: "url|reviewUrl",
    reply_text: "open_graph_story.comments.data.0.message",
    reply_date: "open_graph_story.comments.data.0.created_time",
    place: "facebookId|pageId",
    photos: "photos",
  },
  ignored: "open_graph_story*|reviewer.*|has_rating|has_review|facebookUrl|inputUrl|user.*|feedbackId|postFacebookId|" +
    "tags",
  source: "facebook",
  anonymousAuthor: "A Facebook user",
  place: { name: "pageName" },
  findRows: rowsUnder("ratings"),
});

/** Reviews of several platforms as collected by Birdeye: its API. Each row names its source. */
export const BIRDEYE = importFormat({
  name: "birdeye",
  containers: ["json"],
  marks: ["rating", "sourceType", "reviewDate|rdate", "comments|reviewer.nickName|reviewer.firstName"],
  fields: {
    id: "reviewId",
    author: "reviewer.nickName|reviewer.firstName",
    author_avatar_url: "reviewer.thumbnailUrl",
    rating: "rating",
    recommendation: "recommended",
    date: "reviewDate|rdate",
    title: "title",
    text: "comments",
    source: "sourceType",
    source_url: "uniqueReviewUrl|reviewUrl",
    reply_text: "response",
    reply_date: "responseDate",
    status: "status",
    place: "businessId",
  },
  ignored: "businessType|reviewer.*|featured|sentimentType|enableReply|customerId|extraParams*|tags",
  source: "birdeye",
  place: { name: "businessName" },
});

/** Reviews of several platforms as collected by Podium: its API (`/reviews`). Each row names its source. */
export const PODIUM = importFormat({
  name: "podium",
  containers: ["json"],
  marks: ["review.rating", "review.siteName", "uid|review.siteReviewId"],
  fields: {
    id: "uid|review.siteReviewId",
    author: "author.name",
    rating: "review.rating",
    date: "createdAt",
    text: "review.body",
    source: "review.siteName",
    source_url: "review.url",
    reply_text: "responses.0.body",
    reply_date: "responses.0.createdAt",
    updated: "updatedAt",
    place: "locations.0.uid",
  },
  ignored: "author.id|responses*|attributions*|needsResponse|isRecommendation|locations*",
  source: "podium",
});
