import { retryLocked } from "../../domain/retry_locked.ts";

/** Remembers which sessions have ended. */
export interface EndedSessions {
  /** Records that a session has ended; after `expiresAt`, in milliseconds since 1970, that may be forgotten. */
  readonly end: (id: string, expiresAt: number) => Promise<void>;
  /** Tells whether a session's end is on record. */
  readonly hasEnded: (id: string) => Promise<boolean>;
}

/**
 * Keeps the ends of sessions in the store, under `["ended_session", id]`, for all processes.
 *
 * @param now The time, in milliseconds since 1970.
 */
export function endedSessions(kv: Deno.Kv, now: () => number = Date.now): EndedSessions {
  const key = (id: string) => ["ended_session", id];
  return {
    end: async (id, expiresAt) => {
      const expireIn = Math.max(1, expiresAt - now());
      await retryLocked(() => kv.set(key(id), { expires_at: expiresAt }, { expireIn }));
    },
    hasEnded: async (id) => {
      const { value } = await retryLocked(() => kv.get<{ readonly expires_at: number }>(key(id)));
      // The store removes what has expired when it finds the time: until then it is still read.
      return value !== null && value.expires_at > now();
    },
  };
}
