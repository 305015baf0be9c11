import { readFlag } from "../cells/read_flag.ts";
import type { RowReader } from "../cells/row_reader.ts";
import { type ImportFormat, NO_FIELDS } from "./import_format.ts";

/** Reviews exported by Judge.me. They have no id. */
export const JUDGE_ME: ImportFormat = {
  name: "judge-me",
  containers: ["csv"],
  marks: [["rating"], ["review_date"], ["reviewer_name"], ["body"]],
  fields: {
    ...NO_FIELDS,
    author: ["reviewer_name"],
    rating: ["rating"],
    date: ["review_date"],
    title: ["title"],
    text: ["body"],
    reply_text: ["reply"],
    reply_date: ["reply_date"],
    verified: ["verified"],
  },
  source: "judge-me",
  anonymousAuthor: "Anonymous",
  dayOrder: "file",
  skip: unpublished,
};

/** Why Judge.me does not show a review, from the columns on moderation ("curated") and visibility; null if it does. */
function unpublished(reader: RowReader): string | null {
  const curated = reader.cell(["curated"]);
  const state = String(curated.value ?? "").trim().toLowerCase();
  if (state === "spam") return "marked as spam";
  if (state === "not-yet") return "not published";
  if (state !== "" && state !== "ok") reader.refuse(curated, "ok, spam or not-yet");
  const isHidden = reader.take(["hidden"], (value) => readFlag(value, false)) === true;
  const isPublished = reader.take(["published"], (value) => readFlag(value, true)) !== false;
  return isHidden || !isPublished ? "not published" : null;
}
