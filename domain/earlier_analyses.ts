import { type DatasetArchive, keptPart } from "./dataset_archive.ts";
import type { EarlierAnalyses } from "./insights/analyze_reviews.ts";
import { readPackedAnalyses } from "./insights/packed_analyses.ts";
import type { Review } from "./review.ts";

/**
 * The analyses that are kept in an archive, for the next import; null when it holds none.
 *
 * @param reviews The reviews of the same archive.
 */
export function earlierAnalyses(
  archive: Omit<DatasetArchive, "digest">,
  reviews: readonly Review[],
): EarlierAnalyses | null {
  const bytes = keptPart(archive, "analyses");
  return bytes && { reviews, packed: readPackedAnalyses(bytes) };
}
