import { importFormat } from "../import_format.ts";

/**
 * Service reviews of Trustpilot: the export of Trustpilot Business, whose column names differ between versions, and its
 * API (`business-units/reviews`).
 */
export const TRUSTPILOT = importFormat({
  name: "trustpilot",
  containers: ["csv", "json"],
  marks: [["Review Stars", "stars"], ["Review Created (UTC)", "Review Created", "consumer.displayName"], [
    "Review Username",
    "Review Consumer User Id",
    "Domain Url",
    "businessUnit.id",
    "companyReply",
    "experiencedAt",
  ]],
  fields: {
    id: ["Review Id", "id"],
    author: ["Review Username", "Review User Name", "Consumer Name", "consumer.displayName"],
    rating: ["Review Stars", "stars"],
    date: ["Review Created (UTC)", "Review Created", "createdAt"],
    title: ["Review Title", "title"],
    text: ["Review Content", "Review Text", "text"],
    source_url: ["Review Url", "Review Link"],
    reply_text: [
      "Company Response",
      "Company Reply",
      "Company Reply Text",
      "Business Response",
      "Business Reply",
      "Business Reply Text",
      "Reply Text",
      "companyReply.text",
    ],
    reply_date: [
      "Company Reply Date (UTC)",
      "Company Reply Date",
      "Business Reply Date (UTC)",
      "Business Reply Date",
      "Reply Date (UTC)",
      "Reply Date",
      "companyReply.createdAt",
    ],
    verified: ["Verified"],
    status: ["Review Status", "status"],
    updated: ["updatedAt"],
    place: ["Domain Url", "businessUnit.id"],
  },
  ignored: ("Webshop Name|Business Unit Id|Review Consumer User Id|Source Of Review|Reference Id|Location Name|" +
    "Location Id|Tags|consumer.*|businessUnit.*|companyReply.*|experiencedAt|numberOfLikes|isVerified|links|" +
    "countsTowards*|complianceLabels|reportData*|invitation*|businessUnitHistory|referenceId|referralEmail|" +
    "reviewVerificationLevel|hasUnhandledReports|location*|source").split("|"),
  source: "trustpilot",
  place: { name: ["businessUnit.displayName", "businessUnit.name"] },
});
