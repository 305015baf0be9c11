import { type DatasetArchive, keptPart } from "./dataset/dataset_archive.ts";
import type { EarlierAnalyses } from "./insights/analysis/analyze_reviews.ts";
import { readPackedAnalyses } from "./insights/analysis/packed_analyses.ts";
import type { Review } from "./review.ts";

/**
 * The analyses that are kept in an archive, for the next import; null when it holds none that can be
 * used. They only save time, so damaged ones must not keep anybody from importing.
 *
 * @param reviews The reviews of the same archive.
 */
export function earlierAnalyses(
  archive: Omit<DatasetArchive, "digest">,
  reviews: readonly Review[],
): EarlierAnalyses | null {
  const bytes = undamagedPart(archive);
  const packed = bytes && readPackedAnalyses(bytes);
  return packed?.rows.length === reviews.length ? { reviews, packed } : null;
}

function undamagedPart(archive: Omit<DatasetArchive, "digest">): Uint8Array | null {
  try {
    return keptPart(archive, "analyses");
  } catch {
    // The checksum of gzip (RFC 1952 2.3.1) has told.
    return null;
  }
}
