import { importFormat } from "../import_format.ts";

/** Reviews of products on Amazon as collected by scrapers on Apify. Most leave the names of reviewers out. */
export const AMAZON_APIFY = importFormat({
  name: "amazon-apify",
  containers: ["json", "csv"],
  marks: [["productAsin"], ["ratingScore"], ["reviewDescription"], ["reviewedIn", "date"]],
  fields: {
    id: ["reviewId", "reviewUrl"],
    author: ["reviewerName"],
    author_avatar_url: ["reviewerAvatar"],
    rating: ["ratingScore"],
    // "Reviewed in the United States on February 3, 2022"
    date: ["date", "reviewDate", "reviewedIn"],
    title: ["reviewTitle"],
    text: ["reviewDescription"],
    source_url: ["reviewUrl"],
    verified: ["isVerified"],
    photos: ["reviewImages", "reviewImages.0"],
    product: ["product.title", "productAsin"],
  },
  ignored:
    ("productAsin product.* variant* reviewReaction reviewedIn position helpfulCount country countryCode isAmazonVine " +
      "userId userProfileLink reviewerProfile reviewLocation totalCategory* filterByRating sentimentHint wordCount hasImages " +
      "imageCount scrapedAt sourceUrl reviewImages.*").split(" "),
  source: "amazon",
  anonymousAuthor: "An Amazon customer",
  // …/gp/customer-reviews/R3U6LFKDTCOJYW/ref=…
  nativeId: (id) => /\/(R[A-Z0-9]{8,})(?:[/?]|$)/.exec(id)?.[1] ?? id,
});
