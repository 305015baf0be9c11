import { importFormat } from "../import_format.ts";

/** Service reviews exported by Feefo. They have no id. */
export const FEEFO = importFormat({
  name: "feefo",
  containers: ["csv"],
  marks: [["Service Rating"], ["Feedback Date"]],
  fields: {
    author: ["Name", "Customer Name"],
    rating: ["Service Rating"],
    date: ["Feedback Date"],
    text: ["Service Comment", "Service Review"],
    reply_text: ["Service Response", "Merchant Response"],
    reply_date: ["Service Response Date", "Merchant Response Date"],
  },
  ignored: ["Product*"],
  source: "feefo",
  anonymousAuthor: "Trusted Customer",
});
