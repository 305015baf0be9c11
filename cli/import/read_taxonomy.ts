import { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES, type TaxonomyChoice } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { shownName } from "../command/escaped_controls.ts";
import { UsageError } from "../command/run_command.ts";
import { readOptionFile } from "./read_option_file.ts";

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
