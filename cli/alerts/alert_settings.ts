import type { PlainText } from "../../domain/sentences/sentence.ts";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { entryOfKind, readNamedSettings } from "../command/operator_file.ts";

const Words = z.array(z.string().trim().min(1).max(100)).min(1).max(100);

/** Conditions on news. A review is new if a publication has added it, or changed its stars or words. */
const Conditions = z.strictObject({
  max_rating: z.int().min(1).max(5).optional(),
  words: Words.optional(),
  people: Words.optional(),
  /** New reviews that criticise one of these aspects, by id. */
  aspects: Words.optional(),
  /** New reviews with a serious complaint; by default if another condition is about reviews. */
  serious: z.boolean().optional(),
  /** The average of the last 30 days has fallen below this, with at least five reviews. */
  average_below: z.number().min(1).max(5).optional(),
  /** A publication has removed reviews that the operator has not hidden. */
  withdrawn: z.boolean().optional(),
  source_failed: z.boolean().optional(),
  hub_late: z.boolean().optional(),
  /** Somebody has a new passkey for the owner's page. */
  new_passkey: z.boolean().optional(),
}).transform(({ serious, ...conditions }) => {
  const { max_rating, words, people, aspects } = conditions;
  return { serious: serious ?? (max_rating ?? words ?? people ?? aspects) !== undefined, ...conditions };
});

/** Conditions of an alert. */
export type Conditions = Readonly<z.input<typeof Conditions>>;

const NAME: PlainText = "Expected a name of 1 to 100 letters and digits";
const URL_OF_HOOK: PlainText = "Expected an absolute http or https URL";
const MAIL: PlainText = "Expected a mail address";
const SMTP: PlainText = "Expected smtp://HOST:PORT or smtps://HOST:PORT";

const Common = {
  name: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,99}$/u, NAME).optional(),
  when: Conditions.prefault({ max_rating: 2, withdrawn: true, source_failed: true, hub_late: true }),
  /** Time after a message in which news are collected for the next one. */
  pause_minutes: z.number().min(0).max(10_080).default(10),
};
const Hook = z.url({ protocol: /^https?$/, error: URL_OF_HOOK }).max(2000);
const Address = z.email(MAIL);

/** True to reach public addresses alone, as for a receiver that was named from afar. */
const reach = { public_only: z.boolean().optional() };

const Mail = z.strictObject({
  ...reach,
  mail: z.union([Address, z.array(Address).min(1).max(20)], MAIL),
  /** `smtps://` uses TLS from the start, `smtp://` upgrades to it. Only a server on this machine may lack TLS. */
  smtp: z.url({ protocol: /^smtps?$/, error: SMTP }),
  from: Address,
  user: z.string().min(1).optional(),
  password_file: z.string().min(1).optional(),
  ...Common,
});
const token = { ...reach, token_file: z.string().min(1).optional() };
const KINDS = {
  mail: Mail,
  slack: z.strictObject({ slack: Hook, ...reach, ...Common }),
  teams: z.strictObject({ teams: Hook, ...reach, ...Common }),
  discord: z.strictObject({ discord: Hook, ...reach, ...Common }),
  ntfy: z.strictObject({ ntfy: Hook, ...token, ...Common }),
  webhook: z.strictObject({ webhook: Hook, ...token, ...Common }),
  command: z.strictObject({
    command: z.string().refine(isAbsolute, "Expected the absolute path of a program"),
    ...Common,
  }),
};

/** Kinds of receivers. */
export type AlertKind = keyof typeof KINDS;

/** Settings of mails, as in the file. */
export type MailSettings = Readonly<Omit<z.output<typeof Mail>, keyof typeof Common>>;

/** A receiver of alerts. */
export interface Receiver {
  /** Name in messages of the program and in the store. */
  readonly name: string;
  readonly conditions: Conditions;
  readonly pauseMilliseconds: number;
  readonly to:
    | ({ readonly kind: "mail" } & MailSettings)
    | { readonly kind: "command"; readonly path: string }
    | {
      readonly kind: Exclude<AlertKind, "mail" | "command">;
      readonly url: string;
      /** File with a token that is sent as `Authorization: Bearer` (RFC 6750 2.1). */
      readonly tokenFile: string | null;
      /** True to reach public addresses alone. */
      readonly isPublicOnly: boolean;
    };
}

/**
 * Reads the receivers from the file that `ALERTS` names.
 * @param variable Reads an environment variable.
 * @param readFile Reads a text file.
 * @returns Null if `ALERTS` is not set.
 * @throws {ConfigurationError} Names the first fault.
 */
export function readAlertSettings(
  variable: (name: string) => string | undefined,
  readFile: (path: string) => string = Deno.readTextFileSync,
): readonly Receiver[] | null {
  const path = variable("ALERTS");
  if (!path) return null;
  return readNamedSettings("ALERTS", path, receiverOf, readFile);
}

/**
 * Reads an entry of the file.
 *
 * @throws {ConfigurationError} Names the first fault, as a clause.
 */
export function receiverOf(entry: unknown): Receiver {
  const { kind, data: { name = kind, when, pause_minutes, ...to } } = entryOfKind(entry, KINDS);
  return { name, conditions: when, pauseMilliseconds: pause_minutes * 60_000, to: receiverTarget(kind, to) };
}

function receiverTarget(kind: AlertKind, to: Readonly<Record<string, unknown>>): Receiver["to"] {
  if (kind === "mail") return { kind, ...to as unknown as MailSettings };
  if (kind === "command") return { kind, path: String(to["command"]) };
  const { token_file = null } = to as { readonly token_file?: string };
  return { kind, url: String(to[kind]), tokenFile: token_file, isPublicOnly: to["public_only"] === true };
}
