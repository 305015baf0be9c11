// The ceremonies of Web Authentication (WebAuthn 3, 7): registration and authentication, each with a challenge of one
// use. User verification is required, so a passkey alone is not enough: its owner unlocks it.

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { Buffer } from "node:buffer";
import { z } from "zod";
import {
  digestOf,
  INVITATION_LIFE_MS,
  LONGEST_TEXT,
  type Passkey,
  peopleKey,
  peopleRows,
  type Person,
} from "../../domain/people.ts";
import { committed, type Store } from "../../domain/store/store.ts";
import type { Visitor } from "../frame/visitor.ts";
import { endPasskeys, isWithin, newSession, sessionOf, writeSession } from "./sessions.ts";

const Text = z.string().max(LONGEST_TEXT);

/** What both requests of a ceremony have, as JSON. Its library checks the response, the second one's, further. */
export const CeremonyBody = z.object({
  /** To join by an invitation, to come in (again, if a passkey is to be shown), or to add a passkey. */
  purpose: z.enum(["join", "enter", "add"]),
  /** Secret of the invitation; empty without one. */
  invitation: Text.default(""),
  response: z.looseObject({ id: Text, response: z.looseObject({ userHandle: Text.nullish() }) }).optional(),
});

/** What a ceremony is for. */
export type Purpose = z.output<typeof CeremonyBody>["purpose"];

/** A request of a ceremony. */
export interface Ceremony extends Readonly<z.output<typeof CeremonyBody>> {
  readonly request: Request;
  /** Who sent it; null for a stranger. */
  readonly visitor: Visitor | null;
  /** Milliseconds since 1970. */
  readonly now: number;
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
  /** Its purpose, with the digest of the invitation or the id of the session for which it was made. */
  readonly subject: string;
  readonly madeAt: number;
}

const CHALLENGE_LIFE_MS = 5 * 60_000;
/** Status upon which the script has the passkey shown, and tries again (RFC 6585 3). */
const CHECK_FIRST = 428;

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
    const { subject, person } = await subjectOf(kv, ceremony);
    // Without a list the browser offers all passkeys of the host: the door says nothing about who has one.
    const options = person === null
      ? await generateAuthenticationOptions({ rpID: this.#host, userVerification: "required" })
      : await generateRegistrationOptions({
        rpName: this.#host,
        rpID: this.#host,
        userName: person.value.name,
        userDisplayName: person.value.name,
        userID: new TextEncoder().encode(person.value.id),
        excludeCredentials: (await peopleRows<Passkey>(kv, "passkey"))
          .filter((one) => ceremony.purpose === "add" && one.person === person.value.id).map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
    const challenge: Challenge = { subject, madeAt: ceremony.now };
    await kv.set(peopleKey("challenge", digestOf(options.challenge)), challenge, { expireIn: CHALLENGE_LIFE_MS });
    return options;
  }

  /**
   * Ends a ceremony with the response of the browser.
   *
   * @returns The cookie of the new session, null if it opened none, and the id of the person.
   * @throws {RefusedError} If the response does not belong to the ceremony, or its passkey is unknown.
   */
  async end(kv: Store, ceremony: Ceremony) {
    const { subject, person } = await subjectOf(kv, ceremony);
    const { response, now } = ceremony;
    const expected = {
      response: response as never,
      expectedOrigin: this.origin,
      expectedRPID: this.#host,
      requireUserVerification: true,
      expectedChallenge: (challenge: string) => spend(kv, challenge, subject, now),
    };
    if (person !== null) {
      const { registrationInfo } = await verifyRegistrationResponse(expected).catch(refuse);
      if (registrationInfo === undefined) throw new RefusedError("The signature is wrong.");
      const { id, publicKey, counter } = registrationInfo.credential;
      const key = Buffer.from(publicKey).toString("base64url");
      // The library compares this id with no other.
      if (Math.max(id.length, key.length) > LONGEST_TEXT) throw new RefusedError("The passkey is too long.");
      return await register(kv, ceremony, person, {
        ...{ id, person: person.value.id, publicKey: key, counter, addedAt: now },
      });
    }
    const row = await kv.get<Passkey>(peopleKey("passkey", response?.id ?? ""));
    if (row.value === null) throw new RefusedError("The passkey is unknown.");
    const { id, counter, publicKey } = row.value;
    const credential = { id, counter, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")) };
    const { verified: isRight, authenticationInfo } = await verifyAuthenticationResponse({ ...expected, credential })
      .catch(refuse);
    if (!isRight) throw new RefusedError("The signature is wrong.");
    // WebAuthn 3, 7.2 step 6: the authenticator names the same person.
    const handle = response?.response.userHandle ?? "";
    if (handle !== "" && Buffer.from(handle, "base64url").toString() !== row.value.person) {
      throw new RefusedError("The passkey is of another person.");
    }
    return await admit(kv, ceremony, row, authenticationInfo.newCounter);
  }
}

/** Writes a new passkey. An invitation ends with it, and so does all earlier access of its person. */
async function register(
  kv: Store,
  { purpose, request, now }: Ceremony,
  person: Deno.KvEntry<Person>,
  passkey: Passkey,
) {
  const joined = purpose === "join" ? newSession(request, person.value.id, passkey.id, now) : null;
  const free = { key: peopleKey("passkey", passkey.id), versionstamp: null };
  const seen: Person = { ...person.value, seenAt: now, invitation: null };
  const { ok } = await committed(kv, [person, free], [
    (all) => all.set(free.key, passkey),
    (all) => joined === null ? all : all.set(person.key, seen).set(...writeSession(joined.session, now)),
  ]);
  if (!ok) throw new RefusedError("The passkey is registered already, or the invitation was used meanwhile.");
  if (joined !== null) await endPasskeys(kv, person.value.id, passkey.id);
  return { cookie: joined?.cookie ?? null, person: person.value.id };
}

/** Opens a session in place of the browser's earlier one. The counter moves too, so an equal response is refused. */
async function admit(kv: Store, { request, now }: Ceremony, passkey: Deno.KvEntry<Passkey>, counter: number) {
  const person = await kv.get<Person>(peopleKey("person", passkey.value.person));
  if (person.value === null) throw new RefusedError("The person is gone.");
  const seen: Person = { ...person.value, seenAt: now };
  const { session, cookie } = newSession(request, seen.id, passkey.value.id, now);
  const { ok } = await committed(kv, [passkey, person], [
    (all) => all.set(passkey.key, { ...passkey.value, counter } satisfies Passkey).set(person.key, seen),
    (all) => all.delete(peopleKey("session", sessionOf(request) ?? "")).set(...writeSession(session, now)),
  ]);
  if (!ok) throw new RefusedError("The passkey was used meanwhile.");
  return { cookie, person: seen.id };
}

/**
 * To what the challenge of a ceremony is bound, and whose passkey it makes; null where somebody comes in, as nobody is
 * known before.
 */
async function subjectOf(kv: Store, { purpose, invitation, visitor, now }: Ceremony) {
  if (purpose === "enter") return { subject: purpose, person: null };
  if (purpose === "add") {
    if (visitor === null) throw new RefusedError("There is no session.");
    if (!visitor.isChecked) throw new RefusedError("The passkey was not shown again.", CHECK_FIRST);
    const person = await kv.get<Person>(peopleKey("person", visitor.id));
    if (person.value === null) throw new RefusedError("The person is gone.");
    return { subject: `add ${visitor.session}`, person };
  }
  const digest = digestOf(invitation);
  for await (const person of kv.list<Person>({ prefix: peopleKey("person", "").slice(0, -1) })) {
    const found = person.value.invitation;
    if (found?.digest === digest && isWithin(INVITATION_LIFE_MS, found.madeAt, now)) {
      return { subject: `join ${digest}`, person };
    }
  }
  throw new RefusedError("The invitation is unknown, used or too old.");
}

/** Uses up a challenge; false if it is unknown, too old, or was made for something else. */
async function spend(kv: Store, challenge: string, subject: string, now: number): Promise<boolean> {
  const row = await kv.get<Challenge>(peopleKey("challenge", digestOf(challenge)));
  if (row.value === null) return false;
  // Of several that present it one goes on.
  const { ok } = await kv.atomic().check(row).delete(row.key).commit();
  return ok && row.value.subject === subject && isWithin(CHALLENGE_LIFE_MS, row.value.madeAt, now);
}

/** The library throws for each fault of a response, also of its form. */
function refuse(error: unknown): never {
  throw new RefusedError(error instanceof Error ? error.message : "The response is faulty.");
}
