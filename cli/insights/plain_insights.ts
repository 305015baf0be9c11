import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import { plainText } from "./layout/plain_text.ts";

/** A copy in which every text is plain (see `plainText`), but for what is said of each review: that is never shown. */
export function plainInsights({ per_review, ...said }: InsightsDocument): InsightsDocument {
  const plain: typeof said = JSON.parse(
    JSON.stringify(said),
    (_, value: unknown) => typeof value === "string" ? plainText(value) : value,
  );
  return { ...plain, per_review };
}
