import { type AnalysisBytes, analysisReader, type AnalysisWords } from "./analysis_bytes.ts";
import type { AnalyzedReview } from "./analyzed_review.ts";

/** The analyses of a dataset by review id. */
export interface Analyses {
  readonly get: (reviewId: string) => AnalyzedReview | undefined;
}

/** Keeps analyses; gives one that is asked for in an object of its own. */
export interface AnalysisStore extends Analyses {
  /**
   * Keeps the analyses of some reviews, {@linkcode MOST_AT_ONCE} at most; each review has one.
   *
   * @param words What the bytes were written with.
   */
  readonly add: (reviewIds: readonly string[], analyses: AnalysisBytes, words: AnalysisWords) => void;
}

/** How many analyses are kept at once. */
export const MOST_AT_ONCE = 1024;

/** Builds an empty store. It keeps the bytes as they are, whichever thread has written them. */
export function analysisStore(): AnalysisStore {
  const parts: { readonly analyses: AnalysisBytes; readonly words: AnalysisWords }[] = [];
  const placeOf = new Map<string, number>();
  const read = analysisReader();
  return {
    add: (reviewIds, analyses, words) => {
      if (reviewIds.length > MOST_AT_ONCE) {
        throw new Error(`${reviewIds.length} analyses came at once; expected ${MOST_AT_ONCE} at most.`);
      }
      for (let at = 0; at < reviewIds.length; at++) placeOf.set(reviewIds[at]!, parts.length * MOST_AT_ONCE + at);
      parts.push({ analyses, words });
    },
    get: (reviewId) => {
      const place = placeOf.get(reviewId);
      if (place === undefined) return undefined;
      const { analyses, words } = parts[Math.floor(place / MOST_AT_ONCE)]!;
      return read(analyses.bytes, analyses.starts[place % MOST_AT_ONCE] ?? 0, words);
    },
  };
}
