import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import type { Validators } from "./conditional_request.ts";

/** An answer that can be given again as long as the dataset stays the same. */
export interface CachedAnswer {
  readonly validators: Validators;
  /** Never sent itself: every request gets a clone, which shares its bytes. */
  readonly response: Response;
}

/** Keeps answers of the current snapshot by their query. */
export interface AnswerCache {
  readonly find: (snapshot: Snapshot | null, query: string) => CachedAnswer | undefined;
  /** Keeps an answer unless it is a large one. Returns what to send instead of the kept response. */
  readonly keep: (snapshot: Snapshot, query: string, answer: CachedAnswer) => Response;
}

// Together at most 8 MB.
const MOST_ANSWERS = 256;
const LONGEST_BYTES = 32_768;
const LONGEST_QUERY = 512;

/** Makes an empty cache. It is emptied when the snapshot is another one, and when it is full. */
export function answerCache(): AnswerCache {
  const answers = new Map<string, CachedAnswer>();
  let from: Snapshot | null = null;
  return {
    find: (snapshot, query) => snapshot === from ? answers.get(query) : undefined,
    keep: (snapshot, query, answer) => {
      const { response } = answer;
      // A long answer is a stream, and the clone of a stream keeps in memory whatever the other has not read.
      if (Number(response.headers.get("content-length")) > LONGEST_BYTES || query.length > LONGEST_QUERY) {
        return response;
      }
      if (snapshot !== from || answers.size >= MOST_ANSWERS) answers.clear();
      from = snapshot;
      answers.set(query, answer);
      return response.clone();
    },
  };
}
