import { isJsonObject } from "../cells/object_row.ts";
import { importFormat } from "./import_format.ts";
import { rowsUnder } from "./row_groups.ts";

/** Reviews that merchants wrote of an app in Shopify's app store, as collectors of its pages give them. */
export const SHOPIFY_APP_STORE = importFormat({
  name: "shopify-app-store",
  containers: ["csv", "json"],
  marks: ["posted_at", "app_id", "developer_reply"],
  fields: {
    author: "author|shop_name",
    rating: "rating",
    date: "posted_at",
    text: "body|content",
    reply_text: "developer_reply",
    reply_date: "developer_reply_posted_at",
    place: "app_id",
  },
  ignored: "country|usage_time",
  source: "shopify-app-store",
  anonymousAuthor: "A merchant",
});

/** Reviews exported by the Product Reviews app of Shopify. */
export const SHOPIFY_PRODUCT_REVIEWS = importFormat({
  name: "shopify-product-reviews",
  containers: ["csv"],
  marks: ["product_handle", "state", "author", "body"],
  fields: {
    author: "author",
    rating: "rating",
    date: "created_at",
    title: "title",
    text: "body",
    reply_text: "reply",
    reply_date: "replied_at",
    status: "state",
    product: "product_handle",
  },
  ignored: "location",
  source: "shopify",
});

/** Reviews exported by Judge.me, and those of its API. The export has no id. */
export const JUDGE_ME = importFormat({
  name: "judge-me",
  containers: ["csv", "json"],
  marks: ["curated", "review_date|created_at", "reviewer_name|reviewer.name", "body"],
  fields: {
    id: "id",
    author: "reviewer_name|reviewer.name",
    rating: "rating",
    date: "review_date|created_at",
    title: "title",
    text: "body",
    reply_text: "reply",
    reply_date: "reply_date",
    status: "curated",
    hidden: "hidden",
    updated: "updated_at",
    photos: "picture_urls|pictures",
    product: "product_title|product_handle",
  },
  ignored: "source|published|verified|featured|location|product_id|product_external_id|reviewer.*|reviewer_id|" +
    "has_published_*",
  source: "judge-me",
  skip: (reader) => {
    const { value } = reader.cell(["published"]);
    return value !== undefined && /^(?:false|no|0)$/i.test(String(value).trim()) ? "not published" : null;
  },
});

/** Reviews exported by Loox. */
export const LOOX = importFormat({
  name: "loox",
  containers: ["csv"],
  marks: ["nickname|full_name", "review", "productId|handle"],
  fields: {
    id: "id",
    author: "nickname|full_name|author",
    rating: "rating",
    date: "date",
    text: "review",
    reply_text: "reply",
    reply_date: "reply_date",
    verified: "verified_purchase",
    status: "status",
    photos: "img|photo_url|image",
    product: "product_title|handle|product_handle",
  },
  ignored: "productId|handle|variant|full_name|orderId",
  source: "loox",
});

/** Reviews of Yotpo: its export, and its API (`v1/apps/{key}/reviews`, `widget/{key}/reviews`). */
export const YOTPO = importFormat({
  name: "yotpo",
  containers: ["csv", "json"],
  marks: ["Review Score|score", "Review Content|content", "Display Name|Reviewer Display Name|votes_up"],
  fields: {
    id: "Review ID|id",
    author: "Display Name|Reviewer Display Name|Reviewer Name|user.display_name|name",
    rating: "Review Score|score",
    date: "Date|Review Creation Date|created_at",
    title: "Review Title|title",
    text: "Review Content|content",
    reply_text: "Comment Content|Published Comment|comment.content",
    reply_date: "Comment Date|Comment Creation Date|comment.created_at",
    verified: "Verified Purchase",
    status: "Review Status|Published|status",
    hidden: "deleted|archived",
    photos: "Published Image URLs|Image URLs|images_data",
    product: "Product Title|product_title|Product Name",
  },
  ignored: "Product URL|Product ID|SKU|sku|Reviewer Type|reviewer_type|updated_at|Order ID|user.*|comment.*|" +
    "verified_buyer",
  source: "yotpo",
  html: true,
});

/** Reviews of Okendo: its export, its import template, and its API. */
export const OKENDO = importFormat({
  name: "okendo",
  containers: ["csv", "json"],
  marks: ["dateCreated|Date Created", "Body|body", "Is Verified Buyer|reviewer.isVerified|countryCode"],
  fields: {
    id: "Review ID|reviewId|id",
    author: "Reviewer Name|reviewer.displayName|name",
    author_avatar_url: "reviewer.avatarUrl",
    rating: "Rating|rating",
    date: "dateCreated|Date Created",
    title: "Title|title",
    text: "Body|body",
    reply_text: "Reply|Reply Body|reply.body",
    reply_date: "Reply Date|reply.dateCreated",
    verified: "Is Verified Buyer|reviewer.isVerified",
    status: "Status|status",
    photos: "imageUrls|Image URLs|media",
    product: "Product Name|productName|handle",
  },
  ignored: "reviewer.*|productId|Product ID|countryCode|Is Recommended|attributesWithRating*",
  source: "okendo",
});

/** Reviews of Stamped: the CSV form in which it takes and gives them, and its API (`api/widget/reviews`). */
export const STAMPED = importFormat({
  name: "stamped",
  containers: ["csv", "json"],
  marks: ["rating|reviewRating", "body|reviewMessage", "productImageUrl|reviewVerifiedType"],
  fields: {
    id: "id",
    author: "author",
    rating: "rating|reviewRating",
    date: "created_at|dateCreated|reviewDate",
    title: "title|reviewTitle",
    text: "body|reviewMessage",
    reply_text: "reviewReply",
    reply_date: "reviewReplyDate",
    verified: "verified",
    status: "published",
    photos: "reviewUserPhotos|photoFilenames",
    product: "productTitle|productName",
  },
  ignored: "product_id|product_handle|productUrl|productImage*|email|productId|shopProductId|productSKU|" +
    "productVariantName|reviewVerifiedType|reviewDate|reviewUserPhotosWatermark|reviewUserVideos|avatar|location|" +
    "countryIso|reviewVotesUp|reviewVotesDown|isRecommend|reviewType|widgetType|reviewOptionsList*|featured",
  dateOrder: "mdy",
  source: "stamped",
  findRows: rowsUnder("data"),
  // 2 is a verified buyer, 0 none.
  plainRow: (members) =>
    members.reviewVerifiedType === undefined
      ? members
      : { ...members, verified: Number(members.reviewVerifiedType) > 0 },
});

/** Service reviews exported by Feefo. They have no id. */
export const FEEFO = importFormat({
  name: "feefo",
  containers: ["csv"],
  marks: ["Service Rating", "Feedback Date"],
  fields: {
    author: "Name|Customer Name",
    rating: "Service Rating",
    date: "Feedback Date",
    text: "Service Comment|Service Review",
    reply_text: "Service Response|Merchant Response",
    reply_date: "Service Response Date|Merchant Response Date",
  },
  ignored: "Product*",
  source: "feefo",
  anonymousAuthor: "Trusted Customer",
});

/** Reviews of a company on Reviews.io (Reviews.co.uk): its API (`merchant/reviews`). */
export const REVIEWS_IO = importFormat({
  name: "reviews-io",
  containers: ["json"],
  marks: ["store_review_id", "rating", "comments", "date_created"],
  fields: {
    id: "store_review_id",
    author: "author",
    rating: "rating",
    date: "date_created",
    title: "title",
    text: "comments",
    reply_text: "reply.comments",
    reply_date: "reply.date_created",
  },
  ignored: "reviewer|replies|reply.*|tags|images|type|user_id|order_id|order_number|user_order_id|timeago|human_date|" +
    "likes",
  source: "reviews-io",
  // A reply may be for the reviewer's eyes alone.
  plainRow: (members) => {
    const reviewer = isJsonObject(members.reviewer) ? members.reviewer : {};
    const author = [reviewer.first_name, reviewer.last_name].filter(Boolean).join(" ");
    const reply = [members.replies].flat().find((one) => isJsonObject(one) && !Number(one.private));
    return { ...members, author, ...reply !== undefined && { reply } };
  },
});

/** Reviews of products on Amazon as collected by scrapers on Apify. Most leave the names of reviewers out. */
export const AMAZON_APIFY = importFormat({
  name: "amazon-apify",
  containers: ["json", "csv"],
  marks: ["productAsin", "ratingScore", "reviewDescription", "reviewedIn|date"],
  fields: {
    id: "reviewId|reviewUrl",
    author: "reviewerName",
    author_avatar_url: "reviewerAvatar",
    rating: "ratingScore",
    // "Reviewed in the United States on February 3, 2022"
    date: "date|reviewDate|reviewedIn",
    title: "reviewTitle",
    text: "reviewDescription",
    source_url: "reviewUrl",
    verified: "isVerified",
    photos: "reviewImages|reviewImages.0",
    product: "product.title|productAsin",
  },
  ignored: "productAsin|product.*|variant*|reviewReaction|reviewedIn|position|helpfulCount|country|countryCode|" +
    "isAmazonVine|userId|userProfileLink|reviewerProfile|reviewLocation|totalCategory*|filterByRating|" +
    "sentimentHint|wordCount|hasImages|imageCount|scrapedAt|sourceUrl|reviewImages.*",
  source: "amazon",
  anonymousAuthor: "An Amazon customer",
  // …/gp/customer-reviews/R3U6LFKDTCOJYW/ref=…
  nativeId: (id) => /\/(R[A-Z0-9]{8,})(?:[/?]|$)/.exec(id)?.[1] ?? id,
});
