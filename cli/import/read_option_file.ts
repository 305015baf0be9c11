import type { z } from "zod";
import { cleanTexts } from "../../domain/clean_text.ts";
import { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES, type TaxonomyChoice } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { shownName } from "../command/escaped_controls.ts";
import { UsageError } from "../command/run_command.ts";
import { refusePipe } from "./bytes/byte_source.ts";
import { ImportFileError } from "./bytes/import_file_error.ts";

/**
 * Reads the JSON file of an option and validates it.
 *
 * @throws {UsageError} Names the file and every faulty member, one per line.
 */
export async function readOptionFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  return checked(shownName(path), await parsed(path), schema);
}

/**
 * Reads the taxonomy of `--taxonomy`: a built-in one or a file. A value without dot and slash is a name.
 *
 * @returns Null if the option is absent.
 * @throws {UsageError} Names every fault of the file, one per line.
 */
export async function readTaxonomy(chosen: string | null): Promise<TaxonomyChoice | null> {
  if (chosen === null || TAXONOMY_NAMES.includes(chosen)) return chosen;
  if (!/[./\\]/.test(chosen)) {
    throw new UsageError(
      `--taxonomy is "${shownName(chosen)}"; allowed is ${TAXONOMY_NAMES.join(", ")} or a file such as own.json.`,
    );
  }
  return await readOptionFile(chosen, Taxonomy);
}

/** Members whose texts may have several lines; all others are names and labels. */
const LONG_TEXTS = ["description", "summary", "answer", "pull_quote"];

/**
 * Validates a value whose texts are cleaned as those of reviews are (see `cleanTexts`).
 *
 * @param origin Where the value comes from, for the message.
 * @throws {UsageError} Names the origin and every faulty member, one per line.
 */
export function checked<Schema extends z.ZodType>(origin: string, value: unknown, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(cleanTexts(value, LONG_TEXTS));
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) =>
    `  ${path.map(String).join(".") || "(all)"}: ${message}`
  );
  throw new UsageError(`${origin} cannot be used:\n${faults.map(shownName).join("\n")}`);
}

async function parsed(path: string): Promise<unknown> {
  let text: string;
  try {
    await refusePipe(path, shownName(path));
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    const reason = error instanceof Deno.errors.NotFound ? "there is no such file" : String(error);
    throw new UsageError(`Cannot read ${shownName(path)}: ${reason}.`);
  }
  try {
    // Editors on Windows write a byte order mark, which is not part of the text (RFC 8259 8.1).
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${shownName(path)} is not JSON: ${shownName(reason)}.`);
  }
}
