// Who gets past the door. A page on another site, another user of this machine, and a name that somebody else points at
// 127.0.0.1 (DNS rebinding) must not.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Time within which the token must be exchanged, in milliseconds. */
const TOKEN_LIFE_MS = 30 * 60_000;
/** Time without a request after which the session ends, in milliseconds. */
export const IDLE_MS = 12 * 3_600_000;

const SECRET_BYTES = 32;
const SAFE_METHODS = ["GET", "HEAD"];

/** The only address that is listened on. */
export const LOOPBACK = "127.0.0.1";

/** The door of one run of the program: one token, exchanged once for one session. */
export class Access {
  /** The address to open. Its fragment, which browsers do not send, holds the token. */
  readonly address: string;
  readonly #hosts: readonly string[];
  readonly #cookie: string;
  readonly #madeAt: number;
  #token: Buffer | null;
  #session: Buffer | null = null;
  #usedAt = 0;

  /** @param now Milliseconds since 1970. */
  constructor(port: number, private readonly now: () => number) {
    // As browsers write it: without the default port.
    this.#hosts = [LOOPBACK, "localhost"].map((name) => new URL(`http://${name}:${port}`).host);
    this.#cookie = `reviews-admin-${port}`;
    this.#madeAt = now();
    const token = secret();
    this.#token = digest(token);
    this.address = `http://${LOOPBACK}:${port}/#token=${token}`;
  }

  /**
   * Says why a request is refused whoever sends it; null if it is not. Its host must be this program's, and one that may
   * change something must come from a page of this program, by both fields that say so (Fetch Metadata 2.4, Fetch 3.2).
   */
  refusal({ headers, method, url }: Request): "host" | "origin" | null {
    const host = headers.get("host") ?? "";
    if (!this.#hosts.includes(host) || new URL(url).host !== host) return "host";
    if (SAFE_METHODS.includes(method)) return null;
    const isOwn = headers.get("sec-fetch-site") === "same-origin" && headers.get("origin") === `http://${host}`;
    return isOwn ? null : "origin";
  }

  /** Exchanges the token for the cookie of a session (RFC 6265); null if it is wrong, used or too old. */
  exchange(token: string): string | null {
    const isOld = this.now() - this.#madeAt > TOKEN_LIFE_MS;
    if (isOld) this.#token = null;
    if (this.#token === null || !timingSafeEqual(this.#token, digest(token))) return null;
    this.#token = null;
    const session = secret();
    this.#session = digest(session);
    this.#usedAt = this.now();
    return `${this.#cookie}=${session}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** True for a request with the cookie of the session, which it prolongs. */
  admits({ headers }: Request): boolean {
    if (this.now() - this.#usedAt > IDLE_MS) this.#session = null;
    const session = this.#session;
    if (session === null) return false;
    const cookies = (headers.get("cookie") ?? "").split("; ");
    const isKnown = cookies.some((cookie) =>
      cookie.startsWith(`${this.#cookie}=`) && timingSafeEqual(session, digest(cookie.slice(this.#cookie.length + 1)))
    );
    if (isKnown) this.#usedAt = this.now();
    return isKnown;
  }
}

function secret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** Secrets are compared by their digests, which are equally long and kept instead of them. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
