import type { z } from "zod";
import { escapedControls } from "../command/escaped_controls.ts";
import { UsageError } from "../command/run_command.ts";

/**
 * Reads the JSON file of an option and validates it.
 *
 * @throws {UsageError} Names the file and every faulty member, one per line.
 */
export async function readOptionFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  return checked(path, await parsed(path), schema);
}

/**
 * Validates a value.
 *
 * @param origin Where the value comes from, for the message.
 * @throws {UsageError} Names the origin and every faulty member, one per line.
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
    // Editors on Windows write a byte order mark, which is not part of the text (RFC 8259 8.1).
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(escapedControls(`${path} is not JSON: ${reason}.`));
  }
}
