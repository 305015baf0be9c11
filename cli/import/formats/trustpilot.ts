import { type ImportFormat, NO_FIELDS } from "./import_format.ts";

/** Service reviews exported by Trustpilot Business. The column names differ between versions. */
export const TRUSTPILOT: ImportFormat = {
  name: "trustpilot",
  containers: ["csv"],
  marks: [["Review Stars"], ["Review Created (UTC)", "Review Created"]],
  fields: {
    ...NO_FIELDS,
    id: ["Review Id"],
    author: ["Review Username", "Review User Name", "Consumer Name"],
    rating: ["Review Stars"],
    date: ["Review Created (UTC)", "Review Created"],
    title: ["Review Title"],
    text: ["Review Content", "Review Text"],
    source_url: ["Review Url", "Review Link"],
    reply_text: [
      "Company Response",
      "Company Reply",
      "Company Reply Text",
      "Business Response",
      "Business Reply",
      "Business Reply Text",
      "Reply Text",
    ],
    reply_date: [
      "Company Reply Date (UTC)",
      "Company Reply Date",
      "Business Reply Date (UTC)",
      "Business Reply Date",
      "Reply Date (UTC)",
      "Reply Date",
    ],
    verified: ["Verified"],
  },
  source: "trustpilot",
  anonymousAuthor: "Anonymous",
  dayOrder: "file",
};
