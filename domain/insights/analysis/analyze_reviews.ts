import { tellProgress } from "../../progress.ts";
import type { Review } from "../../review.ts";
import { type AnalysisBytes, type AnalysisWords, analysisWriter } from "./analysis_bytes.ts";
import type { AnalysisHelper } from "./analysis_helper.ts";
import { type Analyses, analysisStore } from "./analysis_store.ts";
import { analysisKey } from "./analysis_key.ts";
import { reviewAnalyzer } from "./analyze_review.ts";
import { divideWork } from "./divide_work.ts";
import { packAnalysis, type PackedAnalyses, unpackAnalysis } from "./packed_analyses.ts";
import type { ReviewReader } from "./text_reader.ts";

/** The analyses of the previous import with their reviews, in the same order. */
export interface EarlierAnalyses {
  readonly reviews: readonly Review[];
  readonly packed: PackedAnalyses;
}

/** The analyses of the reviews of an import. */
export interface ReviewAnalyses {
  readonly byId: Analyses;
  /**
   * Packs the analyses, in the order of the reviews. A function, so that it runs after the aggregation has freed its
   * memory.
   */
  readonly pack: () => PackedAnalyses;
  /** How many reviews were analysed anew; the rest came from the previous import. */
  readonly analysed: number;
}

/** Starts other threads for reviews that are to be analysed. */
export type StartHelpers = (reader: ReviewReader, reviews: number) => readonly AnalysisHelper[];

/**
 * Reviews that are analysed at once: some 20 ms of work, since more texts and analyses at hand outlive collections. At
 * last fewer, as this thread then waits for all that the other has at hand.
 */
const [MOST_OF_A_PART, FEWEST_OF_A_PART] = [125, 50];
/** A part is this share of the reviews that are left. */
const SHARE = 1 / 16;

/**
 * Analyses reviews. The analysis of the previous import is taken over if the analysis key is the same and the review's
 * text, rating and mentions are unchanged; the result is the same as without it.
 */
export function analyzeReviews(
  reader: ReviewReader,
  reviews: readonly Review[],
  earlier: EarlierAnalyses | null,
): ReviewAnalyses {
  const { parts, analyzeHere, result } = startedOn(reader, reviews, earlier);
  parts.forEach(analyzeHere);
  return result;
}

/**
 * The same in this thread and in others, with an equal result.
 *
 * @param helpers Starts the other threads.
 */
export async function analyzeInThreads(
  reader: ReviewReader,
  reviews: readonly Review[],
  earlier: EarlierAnalyses | null,
  helpers: StartHelpers,
): Promise<ReviewAnalyses> {
  const { parts, analyzeHere, keep, result } = startedOn(reader, reviews, earlier);
  await divideWork(
    parts,
    analyzeHere,
    (part, { analyses, words }) => keep(part, analyses, words),
    helpers(reader, result.analysed),
  );
  return result;
}

/** Takes over what was analysed earlier, and cuts the rest into parts. */
function startedOn(reader: ReviewReader, reviews: readonly Review[], earlier: EarlierAnalyses | null) {
  const { business, taxonomy } = reader;
  const key = analysisKey(business, taxonomy);
  const unchanged = earlier?.packed.key === key ? unchangedRows(reviews, earlier) : new Map<string, string>();
  const analyze = reviewAnalyzer(reader);
  const { write, words } = analysisWriter();
  const byId = analysisStore();
  let done = 0;
  const keep = (part: readonly Review[], analyses: AnalysisBytes, words: AnalysisWords) => {
    byId.add(part.map(({ id }) => id), analyses, words);
    done += part.length;
    tellProgress("analysing", done, reviews.length);
  };
  tellProgress("analysing", 0, reviews.length);
  const [known, fresh]: [Review[], Review[]] = [[], []];
  for (const review of reviews) (unchanged.has(review.id) ? known : fresh).push(review);
  for (const part of partsOf(known)) {
    keep(part, write(part.map(({ id }) => unpackAnalysis(unchanged.get(id) ?? "", taxonomy))), words);
  }
  const rowOf = ({ id }: Review) => {
    const analysis = byId.get(id);
    return unchanged.get(id) ?? (analysis === undefined ? "" : packAnalysis(analysis, taxonomy));
  };
  const result: ReviewAnalyses = { byId, pack: () => ({ key, rows: reviews.map(rowOf) }), analysed: fresh.length };
  return {
    parts: partsOf(fresh),
    // Written one by one: as a list they would outlive collections.
    analyzeHere: (part: readonly Review[]) => keep(part, write(part.values().map(analyze)), words),
    keep,
    result,
  };
}

/** The packed analyses of reviews that say what they said earlier, by review id. */
function unchangedRows(
  reviews: readonly Review[],
  earlier: EarlierAnalyses,
): ReadonlyMap<string, string> {
  const places = new Map(earlier.reviews.map(({ id }, place) => [id, place]));
  const rows = new Map<string, string>();
  for (const review of reviews) {
    const place = places.get(review.id) ?? -1;
    const [before, row] = [earlier.reviews[place], earlier.packed.rows[place]];
    if (before !== undefined && row !== undefined && saysTheSame(before, review)) rows.set(review.id, row);
  }
  return rows;
}

function partsOf(reviews: readonly Review[]): readonly (readonly Review[])[] {
  const parts: (readonly Review[])[] = [];
  for (let from = 0; from < reviews.length;) {
    const share = Math.ceil((reviews.length - from) * SHARE);
    const to = from + Math.max(FEWEST_OF_A_PART, Math.min(MOST_OF_A_PART, share));
    parts.push(reviews.slice(from, to));
    from = to;
  }
  return parts;
}

function saysTheSame(a: Review, b: Review): boolean {
  return a.text === b.text && a.rating === b.rating &&
    isSameList(a.mentioned_technicians, b.mentioned_technicians) &&
    isSameList(a.mentioned_services, b.mentioned_services);
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}
