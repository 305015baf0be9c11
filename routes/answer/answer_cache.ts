import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import type { Validators } from "./conditional_request.ts";

/** A response that stays valid as long as the snapshot is current. */
export interface CachedAnswer {
  readonly validators: Validators;
  /** Never sent itself: each request gets a clone, which shares the bytes. */
  readonly response: Response;
}

/** Caches responses of the current snapshot by a key: the query string and the codings that the client accepts. */
export interface AnswerCache {
  readonly find: (snapshot: Snapshot | null, key: string) => CachedAnswer | undefined;
  /** Whether a key has been asked for before, so that its answer will be kept. */
  readonly wasAsked: (key: string) => boolean;
  /** Stores a response unless it is large, or its key has not been asked for before. Returns the response to send. */
  readonly keep: (snapshot: Snapshot, key: string, answer: CachedAnswer) => Response;
}

// At most 256 * 32 KiB = 8 MiB in total.
const MOST_ANSWERS = 256;
const LONGEST_BYTES = 32_768;
const LONGEST_KEY = 560;
// No more than answers: else searches that come again too late to be found would be kept for nothing.
const MOST_ASKED = 256;

/**
 * Creates an empty cache. Cleared when the snapshot changes and when it is full. An answer is kept when it is asked for
 * a second time: keeping each made searches that come only once take a sixth more processor time, most of it in the
 * garbage collector, and displaced those that come again.
 */
export function answerCache(): AnswerCache {
  const answers = new Map<string, CachedAnswer>();
  const asked = new Set<string>();
  let from: Snapshot | null = null;
  return {
    find: (snapshot, key) => snapshot === from ? answers.get(key) : undefined,
    wasAsked: (key) => asked.has(key),
    keep: (snapshot, key, answer) => {
      const { response } = answer;
      if (key.length > LONGEST_KEY) return response;
      if (!asked.has(key)) {
        if (asked.size >= MOST_ASKED) asked.clear();
        asked.add(key);
        return response;
      }
      // A long response is a stream, compressed without a known length; a clone of a stream buffers whatever the other
      // branch has not read.
      const length = Number(response.headers.get("content-length") ?? Infinity);
      if (length > LONGEST_BYTES) return response;
      if (snapshot !== from || answers.size >= MOST_ANSWERS) answers.clear();
      from = snapshot;
      answers.set(key, answer);
      return response.clone();
    },
  };
}
