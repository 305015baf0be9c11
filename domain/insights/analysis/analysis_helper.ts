import type { Business } from "../../business.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { AnalysisBytes, AnalysisWords } from "./analysis_bytes.ts";
import type { AnalysisAnswer, AnalysisFailure, AnalysisOrder, AnalysisSetup } from "./analysis_worker.ts";
import type { ReviewWords } from "./analyze_review.ts";
import type { ReviewReader } from "./text_reader.ts";
import type { Helper } from "./divide_work.ts";

/** Analyses as another thread has written them. */
export interface ForeignAnalyses {
  readonly analyses: AnalysisBytes;
  readonly words: AnalysisWords;
}

/** Analyses reviews in another thread. */
export type AnalysisHelper = Helper<readonly ReviewWords[], ForeignAnalyses>;

/** Of fewer this thread alone is sooner done: the other starts, and all of its code is compiled once more. */
const FEWEST_OF_A_THREAD = 30_000;
const MOST_HELPERS = 1;
/** What the worker is made of. */
const MODULES = new URL("../../", import.meta.url);

/**
 * Starts a thread for each further processor, {@linkcode MOST_HELPERS} at most; none for a few reviews.
 */
export function analysisHelpers({ business, taxonomy }: ReviewReader, reviews: number): readonly AnalysisHelper[] {
  const length = Math.min(MOST_HELPERS, navigator.hardwareConcurrency - 1, Math.floor(reviews / FEWEST_OF_A_THREAD));
  return Array.from({ length: Math.max(0, length) }, () => analysisHelper(business, taxonomy));
}

/** Starts a worker for a business and a taxonomy. On a host without workers it has ended before it begins. */
export function analysisHelper(business: Business, taxonomy: Taxonomy): AnalysisHelper {
  const asked: PromiseWithResolvers<ForeignAnalyses>[] = [];
  const [ids, lists]: [string[], (readonly string[])[]] = [[], []];
  let ended: Error | null = null;
  let worker: Worker | null = null;

  function end(error: Error): void {
    ended ??= error;
    worker?.terminate();
    for (const { reject } of asked.splice(0)) reject(ended);
  }

  try {
    if (!mayRead(MODULES)) throw new Error("The modules of the worker may not be read.");
    worker = new Worker(new URL("./analysis_worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<AnalysisAnswer | AnalysisFailure>) => {
      if ("failure" in data) return end(new Error(data.failure));
      const { bytes, starts, words } = data;
      ids.push(...words.ids);
      lists.push(...words.lists);
      asked.shift()?.resolve({ analyses: { bytes, starts }, words: { ids, lists } });
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end(new Error(event.message));
    };
    worker.postMessage({ business, taxonomy } satisfies AnalysisSetup);
  } catch (error) {
    end(error instanceof Error ? error : new Error(String(error)));
  }

  return {
    work: (reviews) => {
      const answer = Promise.withResolvers<ForeignAnalyses>();
      if (ended !== null) {
        answer.reject(ended);
        return answer.promise;
      }
      asked.push(answer);
      const order: AnalysisOrder = {
        reviews: reviews.map(({ text, rating, mentioned_technicians, mentioned_services }) => ({
          text,
          rating,
          mentioned_technicians,
          mentioned_services,
        })),
      };
      worker?.postMessage(order);
      return answer.promise;
    },
    close: () => end(new Error("The thread was closed.")),
  };
}

/** Whether a worker may begin. One that may not would print an error of Deno's on the terminal, though nothing is amiss. */
function mayRead(folder: URL): boolean {
  return folder.protocol !== "file:" || Deno.permissions.querySync({ name: "read", path: folder }).state === "granted";
}
