import type { Store } from "../../domain/store/store.ts";
import { StoreTroubleError } from "../../domain/store/store_trouble.ts";

/** Record of the sessions that clients have ended. */
export interface EndedSessions {
  /** Records the end of a session; the record may be dropped after `expiresAt`, in milliseconds since 1970. */
  readonly end: (id: string, expiresAt: number) => Promise<void>;
  /** Whether the end of a session is recorded. */
  readonly hasEnded: (id: string) => Promise<boolean>;
}

/**
 * Stores ended sessions under `["ended_session", id]`, for all processes on the same store.
 *
 * @param now The time, in milliseconds since 1970.
 */
export function endedSessions(kv: Store, now: () => number = Date.now): EndedSessions {
  const key = (id: string) => ["ended_session", id];
  return {
    end: async (id, expiresAt) => {
      const expireIn = Math.max(1, expiresAt - now());
      await kv.set(key(id), { expires_at: expiresAt }, { expireIn });
    },
    hasEnded: async (id) => {
      const { value } = await kv.get<{ readonly expires_at: number }>(key(id)).catch(unlessRefused);
      // The store removes expired entries with a delay, during which they can still be read.
      return value !== null && value.expires_at > now();
    },
  };
}

/** A store that cannot be read must not keep assistants from the documents, which are in memory. */
function unlessRefused(error: unknown): { readonly value: null } {
  if (error instanceof StoreTroubleError) return { value: null };
  throw error;
}
