// Admits the owner's browser alone. It keeps out pages on other sites, other users of this machine, and names that
// somebody else points at 127.0.0.1 (DNS rebinding).

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Time within which the token must be exchanged, in milliseconds. */
const TOKEN_LIFE_MS = 30 * 60_000;
/** Time without a request after which the session ends, in milliseconds. */
export const IDLE_MS = 12 * 3_600_000;

const SECRET_BYTES = 32;
const SAFE_METHODS = ["GET", "HEAD"];

/** The only address on which the program listens. */
export const LOOPBACK = "127.0.0.1";

/** The door of one run of the program: one token, exchanged once for one session. */
export class Access {
  /** The address to open. Its fragment, which browsers do not send, holds the token. */
  readonly address: string;
  readonly #hosts: readonly string[];
  readonly #cookie: string;
  readonly #madeAt: number;
  #token: Buffer | null;
  #isUsed = false;
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
   * Says why a request is refused whoever sends it; null if it is not. The request must name a host of this program. If
   * it may change something, `Sec-Fetch-Site` (Fetch Metadata 2.4) and `Origin` (Fetch 3.2) must name a page of this
   * program.
   */
  refusal({ headers, method, url }: Request): string | null {
    const host = headers.get("host") ?? "";
    if (!this.#hosts.includes(host) || new URL(url).host !== host) {
      return `the host is "${host}"; allowed are ${this.#hosts.join(" and ")}. A tunnel needs this port at both ends`;
    }
    if (SAFE_METHODS.includes(method)) return null;
    const [site, origin] = ["sec-fetch-site", "origin"].map((name) => headers.get(name) ?? "");
    if (site === "same-origin" && origin === `http://${host}`) return null;
    return `Sec-Fetch-Site is "${site}" and Origin "${origin}"; allowed are "same-origin" and "http://${host}". ` +
      "Browsers older than 2023 do not send them";
  }

  /**
   * Exchanges the token for the cookie of a session (RFC 6265); null if it is wrong, used or too old. A second use ends the
   * session, because one of the two may be a thief's (as with the codes of RFC 6749 4.1.2).
   */
  exchange(token: string): string | null {
    const isOld = this.now() - this.#madeAt > TOKEN_LIFE_MS;
    if (isOld) this.#token = null;
    if (this.#token === null || !timingSafeEqual(this.#token, digest(token))) return null;
    if (this.#isUsed) {
      this.#session = null;
      return null;
    }
    this.#isUsed = true;
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

/** Returns the SHA-256 of a secret. Digests are kept and compared instead of secrets, because they are equally long. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
