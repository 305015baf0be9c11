import { importFormat } from "../import_format.ts";

/** Reviews exported by Judge.me, and those of its API. The export has no id. */
export const JUDGE_ME = importFormat({
  name: "judge-me",
  containers: ["csv", "json"],
  marks: [["curated"], ["review_date", "created_at"], ["reviewer_name", "reviewer.name"], ["body"]],
  fields: {
    id: ["id"],
    author: ["reviewer_name", "reviewer.name"],
    rating: ["rating"],
    date: ["review_date", "created_at"],
    title: ["title"],
    text: ["body"],
    reply_text: ["reply"],
    reply_date: ["reply_date"],
    status: ["curated"],
    hidden: ["hidden"],
    updated: ["updated_at"],
    photos: ["picture_urls", "pictures"],
    product: ["product_title", "product_handle"],
  },
  ignored:
    "source published verified featured location product_id product_external_id reviewer.* reviewer_id has_published_*"
      .split(" "),
  source: "judge-me",
  skip: (reader) => {
    const { value } = reader.cell(["published"]);
    return value !== undefined && /^(?:false|no|0)$/i.test(String(value).trim()) ? "not published" : null;
  },
});
