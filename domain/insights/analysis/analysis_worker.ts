import type { Business } from "../../business.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { type AnalysisBytes, type AnalysisWords, analysisWriter } from "./analysis_bytes.ts";
import { reviewAnalyzer, type ReviewWords } from "./analyze_review.ts";
import { textReader } from "./text_reader.ts";

/** The first message to the worker. */
export interface AnalysisSetup {
  readonly business: Business;
  readonly taxonomy: Taxonomy;
}

/** Each later one; the worker answers them in turn. */
export interface AnalysisOrder {
  readonly reviews: readonly ReviewWords[];
}

/** The analyses of one order. */
export interface AnalysisAnswer extends AnalysisBytes {
  /** What came to those of the answers before. */
  readonly words: AnalysisWords;
}

/** What the worker answers where it could not: why. Thrown, Deno would print it on the terminal of the operator. */
export interface AnalysisFailure {
  readonly failure: string;
}

/** The used part of a worker's global scope; the compiler only knows the window's. */
interface WorkerScope {
  onmessage: (event: MessageEvent<AnalysisSetup | AnalysisOrder>) => void;
  postMessage(message: AnalysisAnswer | AnalysisFailure, transfer: readonly Transferable[]): void;
}

const scope = self as unknown as WorkerScope;
const { write, words: { ids, lists } } = analysisWriter();
let analyze: ReturnType<typeof reviewAnalyzer> | null = null;
let [knownIds, knownLists] = [0, 0];

scope.onmessage = ({ data }) => {
  try {
    take(data);
  } catch (error) {
    scope.postMessage({ failure: error instanceof Error ? error.message : String(error) }, []);
  }
};

function take(data: AnalysisSetup | AnalysisOrder): void {
  if ("business" in data) {
    analyze = reviewAnalyzer(textReader(data.business, data.taxonomy));
    return;
  }
  if (analyze === null) throw new Error("Reviews came before the business; expected the business first.");
  const { bytes, starts } = write(data.reviews.values().map(analyze));
  const words = { ids: ids.slice(knownIds), lists: lists.slice(knownLists) };
  [knownIds, knownLists] = [ids.length, lists.length];
  scope.postMessage({ bytes, starts, words }, [bytes.buffer, starts.buffer]);
}
