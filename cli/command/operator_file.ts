import { type Part, Sentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import { beginningOf } from "../../domain/cut_text.ts";
import type { z } from "zod";
import { fileReason, operatorTexts } from "../../domain/operator_error.ts";
import { ConfigurationError } from "../../service/configuration_value.ts";
import { shownName } from "../../terminal/print.ts";
import { UsageError } from "./run_command.ts";

const TYPES: Readonly<Record<string, Sentence>> = {
  array: sentence("a list"),
  object: sentence("an object"),
  record: sentence("an object"),
  string: sentence("a text"),
  number: sentence("a number"),
  int: sentence("a whole number"),
  boolean: sentence("true or false"),
};
const SHOWN_LETTERS = 80;

/**
 * Validates a value that the operator has written, such as a file of settings.
 *
 * @returns The value, or a sentence for each fault: the member, what is allowed, and the value. URLs are cut after the
 * host, as the rest may be secret.
 */
export function validated<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
): { readonly data: z.output<Schema> } | { readonly faults: readonly Sentence[] } {
  const read = schema.safeParse(value, {
    error: ({ code, inst }) => code === "unrecognized_keys" ? allowed(inst) : undefined,
    reportInput: true,
  });
  return read.success ? { data: read.data } : { faults: read.error.issues.map(memberFault) };
}

/** The members that are allowed where another one is not known. */
function allowed(schema: unknown): string {
  const { shape = {} } = schema as { readonly shape?: object };
  return Object.keys(shape).join(", ");
}

function memberFault(issue: z.core.$ZodIssue): Sentence {
  const { path, input } = issue;
  const members = [...path, ...issue.code === "unrecognized_keys" ? [issue.keys.join(", ")] : []].join(".");
  const member = members === "" ? sentence("The file") : shownName(members);
  const given = typeof input === "string" ? input.replace(/(:\/\/)(?:[^/]*@)?([^/?#]*).*/s, "$1$2/…") : input;
  const shown = given === undefined
    ? sentence("nothing")
    : shownName(beginningOf(JSON.stringify(given), SHOWN_LETTERS));
  const expected = expectation(issue);
  const isShown = String(expected).startsWith("Expected ") && typeof given !== "object" && given !== "";
  return sentence("{member}: {fault}", {
    member,
    fault: isShown ? sentence("{expected}, not {value}", { expected, value: shown }) : expected,
  });
}

/**
 * What is expected instead of a value. The messages of schemas that an owner may meet are `PlainText`, so they have
 * translations.
 */
function expectation(issue: z.core.$ZodIssue): Sentence {
  const own = new Sentence(issue.message, {});
  switch (issue.code) {
    case "unrecognized_keys":
      return sentence("No such member; allowed are {names}", { names: issue.message });
    case "invalid_type":
      return sentence("Expected {type}", { type: TYPES[issue.expected] ?? issue.expected });
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return sentence("Expected a text that is not empty");
      return sentence("Expected at least {amount}", { amount: amountOf(issue.origin, Number(issue.minimum)) });
    case "too_big":
      return sentence("Expected at most {amount}", { amount: amountOf(issue.origin, Number(issue.maximum)) });
    case "invalid_value":
      // A schema's own sentence says more than its list of values.
      return issue.message.startsWith("Invalid ")
        ? sentence("Expected one of {values}", { values: issue.values.map(String) })
        : own;
    default:
      return own;
  }
}

function amountOf(origin: string, count: number): Part {
  if (origin === "string") return sentence("{count|# character|# characters}", { count });
  return origin === "array" ? sentence("{count|# entry|# entries}", { count }) : count;
}

/**
 * Reads a JSON array of settings.
 *
 * @param variable The variable that names the file.
 * @throws {ConfigurationError} Names the variable and the file.
 */
export function readSettings(variable: string, path: string, readFile: (path: string) => string) {
  const refusal = (reason: Text) =>
    new ConfigurationError(sentence('{variable} is "{file}": {reason}.', { variable, file: shownName(path), reason }));
  let entries: unknown;
  try {
    entries = JSON.parse(readFile(path).replace(/^\ufeff/, ""));
  } catch (error) {
    throw refusal(
      error instanceof SyntaxError
        ? sentence("it is not JSON")
        : sentence("it cannot be read, as {reason}", { reason: fileReason(error) }),
    );
  }
  if (!Array.isArray(entries)) throw refusal(sentence("it holds no JSON array"));
  return { entries: entries as readonly unknown[], refusal };
}

/**
 * Reads the named entries of a file of settings.
 *
 * @param variable The variable that names the file.
 * @param entryOf Reads an entry. It throws an `OperatorError` for a fault.
 * @throws {ConfigurationError} Names the file and the first fault.
 */
export function readNamedSettings<Named extends { readonly name: string }>(
  variable: string,
  path: string,
  entryOf: (entry: unknown) => Named,
  readFile: (path: string) => string,
): readonly Named[] {
  const { entries, refusal } = readSettings(variable, path, readFile);
  const all = entries.map((entry, at) => {
    try {
      return entryOf(entry);
    } catch (error) {
      const [fault = ""] = operatorTexts(error) ?? [];
      if (fault === "") throw error;
      throw refusal(sentence("entry {place}, {fault}", { place: at + 1, fault }));
    }
  });
  const names = all.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return all;
  throw refusal(sentence('two entries are called "{name}"; give each another name', { name: shownName(twice) }));
}

/**
 * Validates an entry whose kind is the one of its members that names a schema.
 *
 * @throws {ConfigurationError} If it is of no kind, of several, or has a fault. The message is a clause.
 */
export function entryOfKind<Kinds extends Readonly<Record<string, z.ZodType>>>(entry: unknown, kinds: Kinds) {
  type Known = { [Kind in keyof Kinds]: { readonly kind: Kind; readonly data: z.output<Kinds[Kind]> } }[keyof Kinds];
  const names = Object.keys(kinds);
  const [kind, ...more] = names.filter((name) => Object.hasOwn(Object(entry), name));
  const schema = more.length > 0 ? undefined : kinds[kind ?? ""];
  if (schema === undefined) throw new ConfigurationError(sentence("it needs one of {names}", { names }));
  const read = validated(entry, schema);
  if ("faults" in read) throw new ConfigurationError(read.faults[0] ?? "");
  return { kind, data: read.data } as Known;
}

/**
 * Writes the file that an option names.
 *
 * @throws {UsageError} If it cannot be written.
 */
export async function writeOptionFile(option: string, path: string, text: string): Promise<void> {
  await Deno.writeTextFile(path, text).catch((error) => {
    throw new UsageError(`--${option} is "${shownName(path)}", which cannot be written: ${fileReason(error)}.`);
  });
}
