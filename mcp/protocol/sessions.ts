import { Buffer } from "node:buffer";
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type { Store } from "../../domain/store/store.ts";
import { StoreTroubleError } from "../../domain/store/store_trouble.ts";

const IDLE_MS = 24 * 60 * 60 * 1000;
const RECHECK_MS = 30 * 1000;
const MOST_REMEMBERED = 5000;
const FORM = /^v1\.([\w-]{20,200})\.([\w-]{43})$/;

/** Dependencies of sessions. */
interface SessionParts {
  /** HMAC key of the signatures. */
  readonly secret: Uint8Array;
  readonly ended: EndedSessions;
  /** The time, in milliseconds since 1970. */
  readonly now?: () => number;
}

/** Record of the sessions that clients have ended. */
export interface EndedSessions {
  /** Records the end of a session; the record may be dropped after `expiresAt`, in milliseconds since 1970. */
  readonly end: (id: string, expiresAt: number) => Promise<void>;
  /** Whether the end of a session is recorded. */
  readonly hasEnded: (id: string) => Promise<boolean>;
}

interface Claim {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
}

interface Remembered extends Claim {
  lastUsed: number;
  checked: number;
}

/**
 * Sessions of the legacy era (MCP 2025-11-25, Session Management). An id is a signed claim, `v1.<payload>.<mac>`:
 * starting a session stores nothing, and every process with the same secret accepts it.
 *
 * A session expires 24 hours after its last use. If this process does not know of a use, because it has restarted or
 * has seen 5,000 other sessions since, it expires 24 hours after its issue. Sessions hold no state, so a client that
 * gets 404 simply initializes again. The end of a session takes effect at once in this process, and within 30 seconds
 * in others.
 */
export class Sessions {
  readonly #secret: Uint8Array;
  readonly #ended: EndedSessions;
  readonly #now: () => number;
  /** By token, least recently used first. */
  readonly #remembered = new Map<string, Remembered>();

  constructor({ secret, ended, now = Date.now }: SessionParts) {
    this.#secret = secret;
    this.#ended = ended;
    this.#now = now;
  }

  /** Starts a session. Returns the value of `Mcp-Session-Id`. */
  issue(): string {
    const claim = [randomUUID(), this.#now()];
    const payload = Buffer.from(JSON.stringify(claim)).toString("base64url");
    return `v1.${payload}.${this.#mac(payload)}`;
  }

  /** Whether a session is valid; counts as a use of it. */
  async use(token: string): Promise<boolean> {
    return await this.#used(token) !== null;
  }

  /** Ends a session; false if it is not valid. */
  async end(token: string): Promise<boolean> {
    const session = await this.#used(token);
    if (session === null) return false;
    // Other processes may consider the session valid until then.
    await this.#ended.end(session.id, this.#now() + IDLE_MS + RECHECK_MS);
    this.#remembered.delete(token);
    return true;
  }

  async #used(token: string): Promise<Remembered | null> {
    const now = this.#now();
    const session = this.#remembered.get(token) ?? this.#verified(token);
    if (session === null) return null;
    this.#remembered.delete(token);
    if (now >= session.lastUsed + IDLE_MS) return null;
    if (now >= session.checked + RECHECK_MS) {
      if (await this.#ended.hasEnded(session.id)) return null;
      session.checked = now;
    }
    session.lastUsed = now;
    this.#remember(token, session);
    return session;
  }

  #remember(token: string, session: Remembered): void {
    this.#remembered.set(token, session);
    if (this.#remembered.size <= MOST_REMEMBERED) return;
    for (const oldest of this.#remembered.keys()) {
      this.#remembered.delete(oldest);
      return;
    }
  }

  #verified(token: string): Remembered | null {
    const [, payload = "", mac = ""] = FORM.exec(token) ?? [];
    const given = Buffer.from(mac);
    // Compared as text, because different base64url texts can decode to the same bytes.
    const expected = Buffer.from(this.#mac(payload));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const [id, issuedAt]: [string, number] = JSON.parse(Buffer.from(payload, "base64url").toString());
    return { id, issuedAt, lastUsed: issuedAt, checked: -Infinity };
  }

  #mac(payload: string): string {
    return createHmac("sha256", this.#secret).update(payload).digest("base64url");
  }
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

/** An unreadable store must not keep assistants from the documents, which are in memory. */
function unlessRefused(error: unknown): { readonly value: null } {
  if (error instanceof StoreTroubleError) return { value: null };
  throw error;
}

const KEY = ["key", "mcp-session"];
const LENGTH = 32;

/**
 * Reads the key that signs session ids, or generates it. It stays in the store, so that ids are valid in every process
 * and after a restart. If the store refuses, the key is known to this process alone, so that assistants can still read.
 *
 * @returns 32 random bytes.
 */
export async function sessionSecret(kv: Store): Promise<Uint8Array> {
  const made = crypto.getRandomValues(new Uint8Array(LENGTH));
  try {
    return await read(kv) ?? (await write(kv, made) ? made : await read(kv)) ?? made;
  } catch (error) {
    if (!(error instanceof StoreTroubleError)) throw error;
    return made;
  }
}

async function write(kv: Store, made: Uint8Array): Promise<boolean> {
  const operation = () => kv.atomic().check({ key: KEY, versionstamp: null }).set(KEY, made);
  return (await operation().commit()).ok;
}

async function read(kv: Store): Promise<Uint8Array | null> {
  return (await kv.get<Uint8Array>(KEY)).value;
}
