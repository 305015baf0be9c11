import type { z } from "zod";
import { escapedControls } from "../command/escaped_controls.ts";
import { UsageError } from "../command/run_command.ts";

/**
 * Reads a JSON file that an option names and checks it against a schema.
 *
 * @throws {UsageError} naming the file and every member with a fault, one a line.
 */
export async function readOptionFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  return checked(path, await parsed(path), schema);
}

/**
 * Checks a value against a schema.
 *
 * @param origin Where the value comes from, for the message.
 * @throws {UsageError} naming the origin and every member with a fault, one a line.
 */
export function checked<Schema extends z.ZodType>(origin: string, value: unknown, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) =>
    `  ${path.map(String).join(".") || "(all)"}: ${message}`
  );
  throw new UsageError(escapedControls(`${origin} cannot be used:\n${faults.join("\n")}`));
}

async function parsed(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound ? "there is no such file" : String(error);
    throw new UsageError(`Cannot read ${path}: ${reason}.`);
  }
  try {
    // Editors of Windows put a byte order mark in front, which is no part of the text (RFC 8259 8.1).
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(escapedControls(`${path} is not JSON: ${reason}.`));
  }
}
