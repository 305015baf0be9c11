// The ceremonies of Web Authentication (WebAuthn 3, 7): registration and authentication, each with a challenge of one use.
// User verification is required, so that a passkey alone is not enough: its owner unlocks it.

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { Buffer } from "node:buffer";
import {
  digestOf,
  type Invitation,
  INVITATION_LIFE_MS,
  LONGEST_TEXT,
  type Passkey,
  peopleKey,
  peopleRows,
  type Person,
} from "../../domain/people.ts";
import { committed, type Store, type Write } from "../../domain/store/store.ts";
import { endAccess, isWithin, newSession, type Session, sessionOf, writeSession } from "./sessions.ts";

/** What a ceremony is for: to join by an invitation, to come in, to add a passkey, or to show that one is still there. */
export type Purpose = "join" | "enter" | "add" | "check";

/** A ceremony, as both requests of it describe it. */
export interface Ceremony {
  readonly purpose: Purpose;
  /** Secret of the invitation; empty without one. */
  readonly invitation: string;
  readonly request: Request;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** How a ceremony ended: the cookie of the new session, if it opened one, and the person. */
export interface CeremonyEnd {
  readonly cookie: string | null;
  readonly person: Person;
}

/** Why a ceremony is refused. The message is for the log alone, the status for the script of the page. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";

  constructor(message: string, readonly status = 403) {
    super(message);
  }
}

/** A row that was made for one ceremony. */
interface Challenge {
  readonly purpose: Purpose;
  /** Digest of the invitation or id of the session for which it was made. */
  readonly subject: string;
  readonly madeAt: number;
}

const CHALLENGE_LIFE_MS = 5 * 60_000;

/** Ceremonies of one origin. */
export class Passkeys {
  readonly #host: string;

  /** @param origin The only origin of responses; its host is the RP ID. */
  constructor(private readonly origin: string) {
    this.#host = new URL(origin).hostname;
  }

  /**
   * Begins a ceremony.
   *
   * @returns Options for the browser (WebAuthn 3, 5.4 and 5.5).
   * @throws {RefusedError} If there is no such invitation or session.
   */
  async begin(kv: Store, ceremony: Ceremony) {
    const { purpose, now } = ceremony;
    const { subject, person } = await subjectOf(kv, ceremony);
    const own = (await peopleRows<Passkey>(kv, "passkey")).filter((one) => one.person === person?.id)
      .map(({ id }) => ({ id }));
    const isMaking = purpose === "join" || purpose === "add";
    const options = isMaking && person !== null
      ? await generateRegistrationOptions({
        rpName: this.#host,
        rpID: this.#host,
        userName: person.name,
        userDisplayName: person.name,
        userID: new TextEncoder().encode(person.id),
        excludeCredentials: purpose === "add" ? own : [],
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      })
      // Without a list the browser offers all passkeys of the host: the door says nothing about who has one.
      : await generateAuthenticationOptions({
        rpID: this.#host,
        allowCredentials: own,
        userVerification: "required",
      });
    const challenge: Challenge = { purpose, subject, madeAt: now };
    await kv.set(peopleKey("challenge", digestOf(options.challenge)), challenge, { expireIn: CHALLENGE_LIFE_MS });
    return options;
  }

  /**
   * Ends a ceremony with the response of the browser.
   *
   * @throws {RefusedError} If the response does not belong to the ceremony, or its passkey is unknown.
   */
  async end(kv: Store, ceremony: Ceremony, response: unknown): Promise<CeremonyEnd> {
    const { subject, person, invitation } = await subjectOf(kv, ceremony);
    const expected = {
      expectedOrigin: this.origin,
      expectedRPID: this.#host,
      requireUserVerification: true,
      expectedChallenge: (challenge: string) => spend(kv, ceremony, challenge, subject),
    };
    if (person !== null && (ceremony.purpose === "join" || ceremony.purpose === "add")) {
      const { registrationInfo } = await verifyRegistrationResponse({ ...expected, response: response as never })
        .catch(refuse);
      if (registrationInfo === undefined) throw new RefusedError("The signature is wrong.");
      const { credential: { counter, ...credential } } = registrationInfo;
      const publicKey = Buffer.from(credential.publicKey).toString("base64url");
      const id = textOf(credential, "id");
      const passkey: Passkey = {
        ...{ id, person: person.id, counter, addedAt: ceremony.now },
        publicKey: textOf({ publicKey }, "publicKey"),
      };
      return await this.#register(kv, ceremony, person, passkey, invitation);
    }
    const row = await kv.get<Passkey>(peopleKey("passkey", textOf(response, "id")));
    const passkey = row.value;
    if (passkey === null || person !== null && passkey.person !== person.id) {
      throw new RefusedError("The passkey is unknown.");
    }
    const { id, counter, publicKey } = passkey;
    const credential = { id, counter, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")) };
    const { verified: isRight, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      ...{ credential, response: response as never },
    }).catch(refuse);
    if (!isRight) throw new RefusedError("The signature is wrong.");
    // WebAuthn 3, 7.2 step 6: the authenticator names the same person.
    const handle = textOf((response as { readonly response?: unknown }).response, "userHandle");
    if (handle !== "" && Buffer.from(handle, "base64url").toString() !== passkey.person) {
      throw new RefusedError("The passkey is of another person.");
    }
    return await this.#admit(kv, ceremony, row, { ...passkey, counter: authenticationInfo.newCounter });
  }

  /** Writes a new passkey. An invitation ends with it, and so does all earlier access of its person. */
  async #register(
    kv: Store,
    { purpose, request, now }: Ceremony,
    person: Person,
    passkey: Passkey,
    invitation: Deno.KvEntryMaybe<Invitation> | null,
  ): Promise<CeremonyEnd> {
    const free = { key: peopleKey("passkey", passkey.id), versionstamp: null };
    const adding: Write = (all) => all.set(free.key, passkey);
    if (purpose === "add" || invitation === null) {
      const { ok } = await committed(kv, [free], [adding]);
      if (!ok) throw new RefusedError("The passkey is registered already.");
      return { cookie: null, person };
    }
    const { session, cookie } = newSession(request, person.id, passkey.id, now);
    const { ok } = await committed(kv, [invitation, free], [
      adding,
      (all) => all.delete(invitation.key),
      (all) => all.set(peopleKey("person", person.id), person),
      (all) => all.set(...writeSession(session, now)),
    ]);
    if (!ok) throw new RefusedError("The invitation was used meanwhile.");
    await endAccess(kv, person.id, (one) => one !== passkey.id);
    return { cookie, person };
  }

  /** Opens a session, or renews the check of one. The counter moves with it: of two equal responses one is refused. */
  async #admit(
    kv: Store,
    { purpose, request, now }: Ceremony,
    row: Deno.KvEntryMaybe<Passkey>,
    passkey: Passkey,
  ): Promise<CeremonyEnd> {
    const earlier = sessionOf(request);
    const before = await kv.get<Session>(peopleKey("session", earlier ?? ""));
    const person = await kv.get<Person>(peopleKey("person", passkey.person));
    if (person.value === null) throw new RefusedError("The person is gone.");
    const seen: Person = { ...person.value, seenAt: now };
    const isNew = purpose === "enter";
    const opened = isNew ? newSession(request, seen.id, passkey.id, now) : null;
    const session = opened?.session ?? (before.value && { ...before.value, checkedAt: now, usedAt: now });
    if (session === null) throw new RefusedError("There is no session.");
    const { ok } = await committed(kv, [row, person, before], [
      (all) => all.set(row.key, passkey),
      (all) => all.set(person.key, seen),
      (all) => all.set(...writeSession(session, now)),
      (all) => isNew ? all.delete(before.key) : all,
    ]);
    if (!ok) throw new RefusedError("The passkey was used meanwhile.");
    return { cookie: opened?.cookie ?? null, person: seen };
  }
}

/** Whom a ceremony is about, and to what its challenge is bound. Nobody is known before somebody comes in. */
async function subjectOf(kv: Store, { purpose, invitation, request, now }: Ceremony) {
  if (purpose === "enter") return { subject: "", person: null, invitation: null };
  if (purpose === "join") {
    const row = await kv.get<Invitation>(peopleKey("invitation", digestOf(invitation)));
    if (row.value === null || !isWithin(INVITATION_LIFE_MS, row.value.madeAt, now)) {
      throw new RefusedError("The invitation is unknown, used or too old.");
    }
    const { id, name, role } = row.value;
    const person: Person = { id, name, role, addedAt: now, seenAt: now };
    return { subject: digestOf(invitation), person, invitation: row };
  }
  const subject = sessionOf(request) ?? "";
  const session = await kv.get<Session>(peopleKey("session", subject));
  const person = await kv.get<Person>(peopleKey("person", session.value?.person ?? ""));
  if (person.value === null) throw new RefusedError("There is no session.");
  return { subject, person: person.value, invitation: null };
}

/** Uses up a challenge; false if it is unknown, too old, or was made for something else. */
async function spend(kv: Store, { purpose, now }: Ceremony, challenge: string, subject: string): Promise<boolean> {
  const row = await kv.get<Challenge>(peopleKey("challenge", digestOf(challenge)));
  if (row.value === null) return false;
  // Of several that present it one goes on.
  const { ok } = await kv.atomic().check(row).delete(row.key).commit();
  const { purpose: wanted, subject: bound, madeAt } = row.value;
  return ok && wanted === purpose && bound === subject && isWithin(CHALLENGE_LIFE_MS, madeAt, now);
}

/** The library throws for each fault of a response, also of its form. */
function refuse(error: unknown): never {
  throw new RefusedError(error instanceof Error ? error.message : "The response is faulty.");
}

/**
 * A member that is a text; empty without one.
 *
 * @throws {RefusedError} If it is anything else, or too long for a key of the store.
 */
export function textOf(value: unknown, name: string): string {
  const member: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : null;
  if (member === undefined || member === null) return "";
  if (typeof member === "string" && member.length <= LONGEST_TEXT) return member;
  throw new RefusedError(`The ${name} is no text of at most ${LONGEST_TEXT} characters.`);
}
