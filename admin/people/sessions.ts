// Sessions of people: a cookie has the secret, the store its digest. Any number of programs share them.

import {
  digestOf,
  type Invitation,
  newSecret,
  type Passkey,
  peopleKey,
  peopleRows,
  type Person,
} from "../../domain/people.ts";
import type { Store } from "../../domain/store/store.ts";
import { IDLE_MS } from "../frame/access.ts";
import type { Visitor } from "../frame/visitor.ts";

/** The session of one browser. Times are milliseconds since 1970. */
export interface Session {
  /** Digest of its secret. */
  readonly id: string;
  /** Id of the person. */
  readonly person: string;
  /** Id of the passkey that opened it. */
  readonly passkey: string;
  /** Browser and system, as the browser names itself. */
  readonly browser: string;
  readonly startedAt: number;
  readonly usedAt: number;
  /** When the person has last shown a passkey. */
  readonly checkedAt: number;
  /** True after it was found ended. Its row stays for a while, as it shows a browser in which somebody has come in. */
  readonly isEnded: boolean;
}

/** One minute, in milliseconds. */
export const MINUTE_MS = 60_000;
const LONGEST_MS = 30 * 24 * 60 * MINUTE_MS;
/** Time within which an action follows a check of the passkey. */
const CHECK_MS = 5 * MINUTE_MS;

const COOKIE = "__Host-reviews-owner";
const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";

/**
 * True within a time after a moment. A clock that was set back ends what it would otherwise revive: a moment in the future
 * by more than a minute is none.
 */
export function isWithin(milliseconds: number, madeAt: number, now: number): boolean {
  return now - madeAt <= milliseconds && madeAt - now <= MINUTE_MS;
}

/** Whether a session lasts. */
export function isLasting({ startedAt, usedAt, isEnded }: Session, now: number): boolean {
  return !isEnded && isWithin(IDLE_MS, usedAt, now) && isWithin(LONGEST_MS, startedAt, now);
}

/** Id of the session whose cookie a request has; null without one. */
export function sessionOf({ headers }: Request): string | null {
  const secret = (headers.get("cookie") ?? "").split("; ").find((one) => one.startsWith(`${COOKIE}=`));
  return secret === undefined ? null : digestOf(secret.slice(COOKIE.length + 1));
}

/** A new session with its cookie (RFC 6265bis). Its secret is new, so that nobody else can have chosen it. */
export function newSession({ headers }: Request, person: string, passkey: string, now: number) {
  const secret = newSecret();
  const times = { startedAt: now, usedAt: now, checkedAt: now, isEnded: false };
  const session: Session = { id: digestOf(secret), person, passkey, browser: browserOf(headers), ...times };
  return { session, cookie: `${COOKIE}=${secret}; Max-Age=${LONGEST_MS / 1000}; ${ATTRIBUTES}` };
}

/** Cookie that ends the session of a browser. */
export const NO_COOKIE = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;

/** Writes a session. Its row goes when it cannot last any longer. */
export function writeSession(session: Session, now: number) {
  const expireIn = Math.max(1, session.startedAt + LONGEST_MS - now);
  return [peopleKey("session", session.id), session, { expireIn }] as const;
}

/**
 * Id of the person who has come in with the browser of a request within the last 30 days, even if their session has
 * expired; null without one.
 */
export async function knownPerson(kv: Store, request: Request): Promise<string | null> {
  const id = sessionOf(request);
  return id === null ? null : (await kv.get<Session>(peopleKey("session", id))).value?.person ?? null;
}

/** Finds who sent a request, and prolongs their session; null for strangers. */
export async function visitorOf(kv: Store, request: Request, now: number): Promise<Visitor | null> {
  const id = sessionOf(request);
  if (id === null) return null;
  const row = await kv.get<Session>(peopleKey("session", id));
  if (row.value === null) return null;
  const session = row.value;
  const person = await kv.get<Person>(peopleKey("person", session.person));
  if (person.value === null) return null;
  if (!isLasting(session, now)) {
    // A clock that is set back later does not revive it.
    if (!session.isEnded) {
      await kv.atomic().check(row).set(...writeSession({ ...session, isEnded: true }, now)).commit();
    }
    return null;
  }
  // Written once a minute, as each page is a request.
  if (now - session.usedAt >= MINUTE_MS) {
    const seen: Person = { ...person.value, seenAt: now };
    await kv.atomic().check(row, person).set(...writeSession({ ...session, usedAt: now }, now)).set(person.key, seen)
      .commit();
  }
  const { id: personId, name, role } = person.value;
  return { id: personId, name, role, session: id, isChecked: isWithin(CHECK_MS, session.checkedAt, now) };
}

/**
 * Ends passkeys and sessions of a person.
 *
 * @param isEnded Decides by the id of a passkey, and that of a session which it opened; the latter is empty for the
 * passkey itself.
 */
export async function endAccess(
  kv: Store,
  person: string,
  isEnded: (passkey: string, session: string) => boolean,
): Promise<void> {
  for (const { id, person: owner } of await peopleRows<Passkey>(kv, "passkey")) {
    if (owner === person && isEnded(id, "")) await kv.delete(peopleKey("passkey", id));
  }
  for (const { id, person: owner, passkey } of await peopleRows<Session>(kv, "session")) {
    if (owner === person && isEnded(passkey, id)) await kv.delete(peopleKey("session", id));
  }
}

/** Ends all access of a person, also by an invitation. */
export async function revoke(kv: Store, person: string): Promise<void> {
  // Without the person no session is admitted, so this ends all at once.
  await kv.delete(peopleKey("person", person));
  for (const { id, digest } of await peopleRows<Invitation>(kv, "invitation")) {
    if (id === person) await kv.delete(peopleKey("invitation", digest));
  }
  await endAccess(kv, person, () => true);
}

/** Names the browser and the system, such as "Firefox, Android". */
function browserOf(headers: Headers): string {
  const agent = headers.get("user-agent") ?? "";
  const named = (names: readonly string[]) => names.find((name) => agent.includes(name));
  const found = [
    named(["Firefox", "Edg", "Chrome", "Safari"]),
    named(["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"]),
  ];
  return found.filter((name) => name !== undefined).join(", ") || "?";
}
