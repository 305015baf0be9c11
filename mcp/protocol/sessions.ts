import { Buffer } from "node:buffer";
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type { EndedSessions } from "./ended_sessions.ts";

const IDLE_MS = 24 * 60 * 60 * 1000;
const RECHECK_MS = 30 * 1000;
const MOST_REMEMBERED = 5000;
const FORM = /^v1\.([\w-]{20,200})\.([\w-]{43})$/;

/** What sessions depend on. */
export interface SessionParts {
  /** HMAC key of the signatures. */
  readonly secret: Uint8Array;
  readonly ended: EndedSessions;
  /** The time, in milliseconds since 1970. */
  readonly now?: () => number;
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
 * Sessions of the legacy era (MCP 2025-11-25, Session Management). An id is a signed claim, `v1.<payload>.<mac>`, so
 * nothing is stored when a session starts, and every process with the same secret accepts it.
 *
 * A session expires 24 hours after its last use; after its issue if this process does not know of a use, because it has
 * restarted or seen 5000 other sessions since. Sessions hold no state: a client that gets 404 simply initializes again.
 * The end of a session takes effect at once in this process and within 30 seconds in others.
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
