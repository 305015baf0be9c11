// Admits the owner's browser alone. It keeps out pages on other sites, other users of this machine, and names that
// somebody else points at 127.0.0.1 (DNS rebinding).

import { digestOf, newSecret } from "../../domain/people.ts";
import type { Store } from "../../domain/store/store.ts";
import type { Workspace } from "./workspace.ts";
import { readForm } from "./form.ts";
import { entryPage } from "./page.tsx";
import { AT_THIS_COMPUTER, type Gate } from "./visitor.ts";

/** Time within which a link must be used, in milliseconds. */
const LINK_LIFE_MS = 30 * 60_000;
/** Time without a request after which a session ends, in milliseconds. */
export const IDLE_MS = 12 * 3_600_000;

const SAFE_METHODS = ["GET", "HEAD"];

/** The only address on which the program listens. */
export const LOOPBACK = "127.0.0.1";

/** A link in the store, by the digest of its token. */
interface Link {
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly isUsed: boolean;
  /** What a program answers that is asked for the link. Only a program that reads the store knows it. */
  readonly proof: string;
}

function linkKey(id: string) {
  return ["admin_link", id] as const;
}

/**
 * Makes a link that opens one session of the program. The store has the digest of its token, so another process can
 * make a link for a running program.
 */
export async function newLink(kv: Store, now: number) {
  const [token, proof] = [newSecret(), newSecret()];
  const id = digestOf(token);
  await kv.set(linkKey(id), { madeAt: now, isUsed: false, proof } satisfies Link, { expireIn: LINK_LIFE_MS });
  return { id, token, proof };
}

/** Returns the proof that this program reads the store in which a link stands; null for an unknown link. */
export async function linkProof(kv: Store, id: string): Promise<string | null> {
  return (await kv.get<Link>(linkKey(id))).value?.proof ?? null;
}

/** The sessions of one run of the program. */
export class Access {
  readonly #origins: readonly string[];
  readonly #cookie: string;
  /** Times of the last requests, by the digests of cookies. */
  readonly #sessions = new Map<string, number>();

  /** @param now Milliseconds since 1970. */
  constructor(port: number, private readonly now: () => number) {
    // As browsers write it: without the default port.
    this.#origins = [LOOPBACK, "localhost"].map((name) => new URL(`http://${name}:${port}`).origin);
    this.#cookie = `reviews-admin-${port}`;
  }

  /** As {@linkcode originRefusal}. */
  refusal(request: Request): string | null {
    return originRefusal(request, this.#origins);
  }

  /**
   * Exchanges the token of a link for the cookie of a session (RFC 6265); null if it is wrong, used or too old.
   * A second use ends all sessions, because one of the two may be a thief's (as with the codes of RFC 6749 4.1.2).
   */
  async exchange(kv: Store, token: string): Promise<string | null> {
    const row = await kv.get<Link>(linkKey(digestOf(token)));
    if (row.value === null || this.now() - row.value.madeAt > LINK_LIFE_MS) return null;
    const used = { ...row.value, isUsed: true };
    const { ok } = await kv.atomic().check(row).set(row.key, used, { expireIn: LINK_LIFE_MS }).commit();
    if (row.value.isUsed || !ok) {
      this.#sessions.clear();
      return null;
    }
    const session = newSecret();
    this.#sessions.set(digestOf(session), this.now());
    return `${this.#cookie}=${session}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** True for a request with the cookie of a session, which it prolongs. */
  admits({ headers }: Request): boolean {
    for (const [session, usedAt] of this.#sessions) if (this.now() - usedAt > IDLE_MS) this.#sessions.delete(session);
    const begin = `${this.#cookie}=`;
    const session = (headers.get("cookie") ?? "").split("; ").filter((cookie) => cookie.startsWith(begin))
      .map((cookie) => digestOf(cookie.slice(begin.length))).find((one) => this.#sessions.has(one));
    if (session !== undefined) this.#sessions.set(session, this.now());
    return session !== undefined;
  }
}

/**
 * Returns why a request is refused before its sender is checked; null if it is not. It must name the host of an origin
 * of the program. If it may change something, `Sec-Fetch-Site` (Fetch Metadata 2.4) and `Origin` (Fetch 3.2) must name
 * a page of that origin.
 */
export function originRefusal({ headers, method, url }: Request, origins: readonly string[]): string | null {
  const host = headers.get("host") ?? "";
  const allowed = origins.find((origin) => new URL(origin).host === host);
  if (allowed === undefined || new URL(url).host !== host) {
    const hosts = origins.map((origin) => new URL(origin).host).join(" and ");
    return `the host is "${host}"; allowed are ${hosts}. A tunnel needs this port at both ends`;
  }
  if (SAFE_METHODS.includes(method)) return null;
  const [site, origin] = ["sec-fetch-site", "origin"].map((name) => headers.get(name) ?? "");
  if (site === "same-origin" && origin === allowed) return null;
  return `Sec-Fetch-Site is "${site}" and Origin "${origin}"; allowed are "same-origin" and "${allowed}". ` +
    "Browsers older than 2023 do not send them";
}

/** Admits the owner at this computer, by the link that the terminal prints. */
export function localGate(access: Access, workspace: Workspace): Gate {
  return {
    refusal: (request) => access.refusal(request),
    visitor: (request) => Promise.resolve(access.admits(request) ? AT_THIS_COMPUTER : null),
    addPaths: (app) => {
      app.get("/links/:id", async ({ req, text }) => {
        const proof = await workspace.withStore((kv) => linkProof(kv, req.param("id")));
        return text(proof ?? "", proof === null ? 404 : 200);
      });
      app.post("/enter", async ({ req: { raw } }) => {
        const token = (await readForm(raw, null)).text("token").trim().replace(/^.*#token=/, "");
        const cookie = await workspace.withStore((kv) => access.exchange(kv, token));
        const headers = {
          location: cookie === null ? "/?refused" : "/",
          ...cookie !== null && { "set-cookie": cookie },
        };
        return new Response(null, { status: 303, headers });
      });
    },
    // The program ends with the session.
    expired: () => Promise.resolve(null),
    door: entryPage,
  };
}
