// People who use the owner's page from anywhere: rows of the store, never a part of what is published or exported.

import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { OperatorError } from "./operator_error.ts";
import { sentence } from "./sentences/sentence.ts";
import type { Store } from "./store/store.ts";

/** Maximum length of ids and keys, in UTF-16 units. A key of the store has at most 2,048 bytes. */
export const LONGEST_TEXT = 2000;

const ShortText = z.string().min(1).max(LONGEST_TEXT);

const Person = z.strictObject({
  id: ShortText,
  name: ShortText,
  /** An owner may do everything; a helper sees, answers and hides reviews. */
  role: z.enum(["owner", "helper"]),
  /** Time of the last visit, in milliseconds since 1970 like all times here; null before the first. */
  seenAt: z.int().nullable(),
  /** The right to register a passkey in place of all earlier ones: digest of its secret, and its time. Null without. */
  invitation: z.strictObject({ digest: ShortText, madeAt: z.int() }).nullable(),
});

const Passkey = z.strictObject({
  /** In base64url. */
  id: ShortText,
  /** Id of the person. */
  person: ShortText,
  /** COSE key in base64url. */
  publicKey: ShortText,
  /** Signature counter at the last use. */
  counter: z.int().min(0),
  addedAt: z.int(),
});

const PeopleCopy = z.strictObject({ people: z.array(Person), passkeys: z.array(Passkey) });

/** Somebody with a passkey, or who is invited. */
export type Person = Readonly<z.output<typeof Person>>;
/** What a person may do. */
export type Role = Person["role"];
/** A credential of a person (WebAuthn 3, 4). */
export type Passkey = Readonly<z.output<typeof Passkey>>;

/** Life of an invitation, in milliseconds. */
export const INVITATION_LIFE_MS = 86_400_000;

const LONGEST_NAME = 60;

/** Prefix of all rows of people. The next part is the kind of the row, the last its id. */
const PEOPLE = "people";

/** Key of a row. Sessions and challenges have digests of secrets as ids, programs that serve the page their port. */
export function peopleKey(kind: "person" | "passkey" | "session" | "challenge" | "program", id: string) {
  return [PEOPLE, kind, id] as const;
}

/** A secret of 32 random bytes in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The SHA-256 of a secret. Digests are kept and looked up, so the time of a look-up says nothing about secrets. */
export function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** The rows of a kind, in the order of their ids. */
export async function peopleRows<Row>(kv: Store, kind: "person" | "passkey" | "session"): Promise<readonly Row[]> {
  return (await Array.fromAsync(kv.list<Row>({ prefix: [PEOPLE, kind] }))).map(({ value }) => value);
}

/**
 * Finds the person who has a name, in whatever case; a new one if nobody has it.
 *
 * @throws {OperatorError} If the text is no name, or its person comes in with another role.
 */
export async function personNamed(kv: Store, text: string, role: Role): Promise<Person> {
  const name = text.trim().normalize("NFC");
  if (name === "" || name.length > LONGEST_NAME || /\p{C}/u.test(name)) {
    throw new OperatorError(sentence("A name has 1 to {count} letters.", { count: LONGEST_NAME }));
  }
  const found = (await peopleRows<Person>(kv, "person")).find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (found === undefined || found.seenAt === null) {
    return { id: found?.id ?? crypto.randomUUID(), name, role, seenAt: null, invitation: null };
  }
  if (found.role === role) return found;
  throw new OperatorError(
    sentence("{name} has another role. Choose that role, or end this access first.", { name: found.name }),
  );
}

/**
 * Makes an invitation in place of an earlier one, and returns its secret, which works once within a day. A person who
 * has the name gets a new passkey by it: the earlier ones and all sessions end when it is used.
 *
 * @param now Milliseconds since 1970.
 * @throws {OperatorError} As {@linkcode personNamed}.
 */
export async function invite(kv: Store, name: string, role: Role, now: number): Promise<string> {
  const [person, secret] = [await personNamed(kv, name, role), newSecret()];
  const invited: Person = { ...person, invitation: { digest: digestOf(secret), madeAt: now } };
  // Somebody who does not come is forgotten.
  await kv.set(peopleKey("person", person.id), invited, person.seenAt === null ? { expireIn: INVITATION_LIFE_MS } : {});
  return secret;
}

/**
 * Address of the page that takes an invitation, also from somebody who has come in. Browsers do not send the fragment,
 * and logs do not hold it.
 */
export function invitationLink(origin: string, secret: string): string {
  return `${origin}/join#invite=${secret}`;
}

/** All people with their passkeys as JSON, for a backup. Public keys are no secrets. */
export async function peopleCopy(kv: Store): Promise<string> {
  const people = (await peopleRows<Person>(kv, "person")).filter(({ seenAt }) => seenAt !== null)
    .map((person): Person => ({ ...person, invitation: null }));
  return JSON.stringify({ people, passkeys: await peopleRows<Passkey>(kv, "passkey") }, null, 2);
}

/**
 * Adds the people of a copy, and returns their number.
 *
 * @throws {OperatorError} If the text is no copy; then nobody is added.
 */
export async function addPeople(kv: Store, text: string): Promise<number> {
  let copy: z.output<typeof PeopleCopy>;
  try {
    copy = PeopleCopy.parse(JSON.parse(text));
  } catch {
    throw new OperatorError("This is no copy of people: `deno task admin people` writes one.");
  }
  for (const passkey of copy.passkeys) await kv.set(peopleKey("passkey", passkey.id), passkey);
  for (const person of copy.people) await kv.set(peopleKey("person", person.id), person);
  return copy.people.length;
}
