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
  /** Times are milliseconds since 1970. */
  addedAt: z.int(),
  seenAt: z.int(),
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

/** A person with a passkey. */
export type Person = Readonly<z.output<typeof Person>>;
/** What a person may do. */
export type Role = Person["role"];
/** A credential of a person (WebAuthn 3, 4). */
export type Passkey = Readonly<z.output<typeof Passkey>>;

/** The right to register a first passkey, or a new one in place of lost ones. */
export interface Invitation extends Pick<Person, "id" | "name" | "role"> {
  /** Digest of its secret. */
  readonly digest: string;
  readonly madeAt: number;
}

/** Life of an invitation, in milliseconds. */
export const INVITATION_LIFE_MS = 86_400_000;

const LONGEST_NAME = 60;

/** Prefix of all rows of people. The next part is the kind of the row, the last its id. */
const PEOPLE = "people";

type Kind = "person" | "passkey" | "session" | "invitation" | "challenge" | "program";

/**
 * Key of a row. Sessions, invitations and challenges have digests of secrets as ids, programs that serve the page their
 * port.
 */
export function peopleKey(kind: Kind, id: string) {
  return [PEOPLE, kind, id] as const;
}

/** A secret of 32 random bytes in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The SHA-256 of a secret. Digests are kept and looked up, so that the time of a look-up says nothing about secrets. */
export function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** The rows of a kind, in the order of their ids. */
export async function peopleRows<Row>(
  kv: Store,
  kind: "person" | "passkey" | "session" | "invitation",
): Promise<readonly Row[]> {
  return (await Array.fromAsync(kv.list<Row>({ prefix: [PEOPLE, kind] }))).map(({ value }) => value);
}

/**
 * Finds the person who has a name, in whatever case; a name alone if nobody has it.
 *
 * @throws {OperatorError} If the text is no name.
 */
export async function personNamed(kv: Store, text: string): Promise<Person | Pick<Person, "name">> {
  const name = text.trim().normalize("NFC");
  if (name === "" || name.length > LONGEST_NAME || /\p{C}/u.test(name)) {
    throw new OperatorError(sentence("A name has 1 to {count} letters.", { count: LONGEST_NAME }));
  }
  return (await peopleRows<Person>(kv, "person")).find((one) => isSameName(one.name, name)) ?? { name };
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Makes an invitation, and returns its secret, which works once within a day. A person who has the name gets the role and
 * new passkeys by it: the earlier ones and all sessions end when it is used.
 *
 * @param now Milliseconds since 1970.
 * @throws {OperatorError} If the text is no name.
 */
export async function invite(kv: Store, text: string, role: Role, now: number): Promise<string> {
  const { name, id = crypto.randomUUID() }: Partial<Person> & Pick<Person, "name"> = await personNamed(kv, text);
  // A link that was lost on its way ends with the next one.
  for (const earlier of await peopleRows<Invitation>(kv, "invitation")) {
    if (isSameName(earlier.name, name)) await kv.delete(peopleKey("invitation", earlier.digest));
  }
  const secret = newSecret();
  const invitation: Invitation = { id, name, role, digest: digestOf(secret), madeAt: now };
  await kv.set(peopleKey("invitation", invitation.digest), invitation, { expireIn: INVITATION_LIFE_MS });
  return secret;
}

/** Address of the page that takes an invitation, also from somebody who has come in. Browsers do not send the fragment, and logs do not hold it. */
export function invitationLink(origin: string, secret: string): string {
  return `${origin}/join#invite=${secret}`;
}

/** All people with their passkeys as JSON, for a backup. Public keys are no secrets. */
export async function peopleCopy(kv: Store): Promise<string> {
  const [people, passkeys] = [await peopleRows<Person>(kv, "person"), await peopleRows<Passkey>(kv, "passkey")];
  return JSON.stringify({ people, passkeys }, null, 2);
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
