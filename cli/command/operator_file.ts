import { Sentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import { beginningOf } from "../../domain/cut_text.ts";
import type { z } from "zod";
import { fileReason } from "../../domain/operator_error.ts";
import { ConfigurationError } from "../../service/configuration_value.ts";
import { shownName } from "../../terminal/print.ts";
import { UsageError } from "./run_command.ts";

const TYPES: Readonly<Record<string, Sentence>> = {
  array: sentence("a list"),
  object: sentence("an object"),
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

/** What is expected instead of a value. The schemas write their own messages in English; they have translations too. */
function expectation(issue: z.core.$ZodIssue): Sentence {
  switch (issue.code) {
    case "unrecognized_keys":
      return sentence("No such member; allowed are {names}", { names: issue.message });
    case "invalid_type":
      return sentence("Expected {type}", { type: TYPES[issue.expected] ?? issue.expected });
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return sentence("Expected a text that is not empty");
      return sentence("Expected at least {count} {unit}", {
        count: Number(issue.minimum),
        unit: UNITS[issue.origin] ?? "",
      });
    case "too_big":
      return sentence("Expected at most {count} {unit}", {
        count: Number(issue.maximum),
        unit: UNITS[issue.origin] ?? "",
      });
    case "invalid_value":
      // A schema's own sentence says more than its list of values.
      return issue.message.startsWith("Invalid ")
        ? sentence("Expected one of {values}", { values: issue.values.map(String) })
        : new Sentence(issue.message, {});
    default:
      return issue.message === "Invalid email address"
        ? sentence("Expected a mail address")
        : new Sentence(issue.message, {});
  }
}

const UNITS: Readonly<Record<string, Sentence>> = { string: sentence("characters"), array: sentence("entries") };

/**
 * Reads a JSON array of settings.
 *
 * @param variable The variable that names the file.
 * @param of The entries, such as `receivers`.
 * @throws {ConfigurationError} Names the variable and the file.
 */
export function readSettings(variable: string, path: string, of: string, readFile: (path: string) => string) {
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
  if (!Array.isArray(entries)) throw refusal(`expected a JSON array of ${of}`);
  return { entries, refusal };
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
