import { importFormat } from "../import_format.ts";

/** Reviews of Trustpilot as collected by scrapers on Apify, such as `nikita-sviridenko/trustpilot-reviews-scraper`. */
export const TRUSTPILOT_APIFY = importFormat({
  name: "trustpilot-apify",
  containers: ["json", "csv"],
  marks: [["reviewId"], ["experienceDate"], ["verificationLevel"], ["ratingValue", "rating"], ["reviewBody", "text"]],
  fields: {
    id: ["reviewId"],
    author: ["authorName"],
    rating: ["ratingValue", "rating"],
    date: ["datePublished", "publishedDate"],
    title: ["reviewHeadline", "title"],
    text: ["reviewBody", "text"],
    source_url: ["reviewUrl"],
    reply_text: ["replyMessage"],
    reply_date: ["replyPublishedDate"],
    verified: ["isVerified"],
    updated: ["updatedDate"],
    place: ["domain"],
  },
  ignored:
    ("experienceDate verificationLevel reviewLanguage language numberOfReviews consumerCountryCode country likes " +
      "replyUpdatedDate source authorId authorReviewCount authorCountry authorImageUrl").split(" "),
  source: "trustpilot",
});
