// Sessions of people: a cookie has the secret, the store its digest. Any number of programs share them.

import { digestOf, newSecret, type Passkey, peopleKey, peopleRows, type Person } from "../../domain/people.ts";
import { committed, type Store } from "../../domain/store/store.ts";
import { IDLE_MS } from "../frame/access.ts";
import type { Visitor } from "../frame/visitor.ts";

/** The session of one browser. Times are milliseconds since 1970. */
export interface Session {
  /** Digest of its secret. */
  readonly id: string;
  /** Id of the person. */
  readonly person: string;
  /** Id of the passkey that opened it, and with which it ends. */
  readonly passkey: string;
  /** Browser and system, as the browser names itself. */
  readonly browser: string;
  /** When the person has shown the passkey. */
  readonly startedAt: number;
  /** 0 after it was found too old. Its row stays for a while, as it shows a browser in which somebody has come in. */
  readonly usedAt: number;
}

/** One minute, in milliseconds. */
export const MINUTE_MS = 60_000;
const LONGEST_MS = 30 * 24 * 60 * MINUTE_MS;
/** Time within which an action follows the passkey. */
const CHECK_MS = 5 * MINUTE_MS;

const COOKIE = "__Host-reviews-owner";
const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";

/**
 * True within a time after a moment. A moment that is in the future by more than a minute is none: a clock that was set
 * back revives nothing.
 */
export function isWithin(milliseconds: number, madeAt: number, now: number): boolean {
  return now - madeAt <= milliseconds && madeAt - now <= MINUTE_MS;
}

/** Whether a session lasts, if its passkey does. */
export function isLasting({ startedAt, usedAt }: Session, now: number): boolean {
  return isWithin(IDLE_MS, usedAt, now) && isWithin(LONGEST_MS, startedAt, now);
}

/** Id of the session whose cookie a request has; null without one. */
export function sessionOf({ headers }: Request): string | null {
  const secret = (headers.get("cookie") ?? "").split("; ").find((one) => one.startsWith(`${COOKIE}=`));
  return secret === undefined ? null : digestOf(secret.slice(COOKIE.length + 1));
}

/** A new session with its cookie (RFC 6265bis). Its secret is new, so that nobody else can have chosen it. */
export function newSession({ headers }: Request, person: string, passkey: string, now: number) {
  const secret = newSecret();
  const [id, browser] = [digestOf(secret), browserOf(headers)];
  const session: Session = { id, person, passkey, browser, startedAt: now, usedAt: now };
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
 * Finds the session in the browser of a request, however old, and its person; null if there is none, or if its person
 * or passkey is gone.
 */
export async function knownSession(kv: Store, request: Request) {
  const session = await kv.get<Session>(peopleKey("session", sessionOf(request) ?? ""));
  if (session.value === null) return null;
  const [person, passkey] = await kv.getMany<[Person, Passkey]>([
    peopleKey("person", session.value.person),
    peopleKey("passkey", session.value.passkey),
  ]);
  return person.value === null || passkey.value === null ? null : { session, person };
}

/** Finds who sent a request, and prolongs their session; null for strangers. */
export async function visitorOf(kv: Store, request: Request, now: number): Promise<Visitor | null> {
  const known = await knownSession(kv, request);
  if (known === null) return null;
  const { session, person } = known;
  const { startedAt, usedAt } = session.value;
  const isIn = isLasting(session.value, now);
  // A use is written once a minute. A session that is too old stays so if the clock is set back.
  if (isIn ? now - usedAt >= MINUTE_MS : usedAt !== 0) {
    await committed(kv, [session, person], [
      (all) => all.set(...writeSession({ ...session.value, usedAt: isIn ? now : 0 }, now)),
      (all) => isIn ? all.set(person.key, { ...person.value, seenAt: now } satisfies Person) : all,
    ]);
  }
  if (!isIn) return null;
  const { id, name, role } = person.value;
  return { id, name, role, session: session.value.id, isChecked: isWithin(CHECK_MS, startedAt, now) };
}

/** Ends the passkeys of a person, but one that is kept, and with them their sessions. */
export async function endPasskeys(kv: Store, person: string, kept?: string): Promise<void> {
  for (const { id, person: holder } of await peopleRows<Passkey>(kv, "passkey")) {
    if (holder === person && id !== kept) await kv.delete(peopleKey("passkey", id));
  }
}

/** Ends all access of a person, also by an invitation. Without the row no session is admitted, so it ends at once. */
export async function revoke(kv: Store, person: string): Promise<void> {
  await kv.delete(peopleKey("person", person));
  await endPasskeys(kv, person);
}

/** Names the browser and the system, such as "Firefox, Android". */
function browserOf(headers: Headers): string {
  const agent = headers.get("user-agent") ?? "";
  const named = (...names: readonly string[]) => names.find((name) => agent.includes(name)) ?? "?";
  return [
    named("Firefox", "Edg", "Chrome", "Safari"),
    named("Android", "iPhone", "iPad", "Windows", "Mac", "Linux"),
  ].join(", ");
}
