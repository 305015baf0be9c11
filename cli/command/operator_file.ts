import { beginningOf } from "../../domain/cut_text.ts";
import type { z } from "zod";
import { fileReason } from "../../domain/operator_error.ts";
import { ConfigurationError } from "../../service/configuration_value.ts";
import { shownName } from "../../terminal/print.ts";
import { UsageError } from "./run_command.ts";

const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  object: "an object",
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};
const SHOWN_LETTERS = 80;

/**
 * Validates a value that the operator has written, such as a file of settings.
 *
 * @returns The value, or a text for each fault: the member, what is allowed, and the value. URLs are cut after the host,
 * as the rest may be secret.
 */
export function validated<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
): { readonly data: z.output<Schema> } | { readonly faults: readonly string[] } {
  const read = schema.safeParse(value, {
    error: ({ code, inst }) => code === "unrecognized_keys" ? allowed(inst) : undefined,
    reportInput: true,
  });
  return read.success ? { data: read.data } : { faults: read.error.issues.map(faultText) };
}

/** What is allowed where a member is unknown. */
function allowed(schema: unknown): string {
  const { shape = {} } = schema as { readonly shape?: object };
  return `No such member; allowed are ${Object.keys(shape).join(", ")}`;
}

function faultText(issue: z.core.$ZodIssue): string {
  const { path, message, input } = issue;
  const members = [...path, ...issue.code === "unrecognized_keys" ? [issue.keys.join(", ")] : []].join(".");
  const expected = issue.code === "invalid_type"
    ? `Expected ${TYPES[issue.expected] ?? issue.expected}`
    : message.replace(/^[A-Z][a-z ]+: expected /, "Expected ");
  const given = typeof input === "string" ? input.replace(/(:\/\/)(?:[^/]*@)?([^/?#]*).*/s, "$1$2/…") : input;
  const isShown = expected.startsWith("Expected ") && typeof given !== "object";
  const shown = given === undefined ? "nothing" : beginningOf(JSON.stringify(given), SHOWN_LETTERS);
  return `${members || "The file"}: ${expected}${isShown ? `, not ${shown}` : ""}`;
}

/**
 * Reads a JSON array of settings.
 *
 * @param variable The variable that names the file.
 * @param of The entries, such as `receivers`.
 * @throws {ConfigurationError} Names the variable and the file.
 */
export function readSettings(variable: string, path: string, of: string, readFile: (path: string) => string) {
  const refusal = (reason: string) => new ConfigurationError(`${variable} is "${shownName(path)}": ${reason}.`);
  let entries: unknown;
  try {
    entries = JSON.parse(readFile(path).replace(/^\ufeff/, ""));
  } catch (error) {
    throw refusal(error instanceof SyntaxError ? "it is not JSON" : `it cannot be read, as ${fileReason(error)}`);
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
