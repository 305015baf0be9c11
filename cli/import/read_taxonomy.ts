import { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES, type TaxonomyChoice } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { UsageError } from "../command/run_command.ts";
import { readOptionFile } from "./read_option_file.ts";

/**
 * Reads what `--taxonomy` names: a built-in taxonomy, or a file of the operator's own. What has
 * neither a dot nor a slash is meant as a name.
 *
 * @returns Null when the option is not given.
 * @throws {UsageError} naming every fault of the file, one a line.
 */
export async function readTaxonomy(chosen: string | null): Promise<TaxonomyChoice | null> {
  if (chosen === null || TAXONOMY_NAMES.includes(chosen)) return chosen;
  if (!/[./\\]/.test(chosen)) {
    throw new UsageError(
      `--taxonomy is "${chosen}"; allowed is ${TAXONOMY_NAMES.join(", ")} or a file such as own.json.`,
    );
  }
  return await readOptionFile(chosen, Taxonomy);
}
