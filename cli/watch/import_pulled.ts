import type { Store } from "../../domain/store/store.ts";
import { OperatorError } from "../command/operator_error.ts";
import { operatorMessage } from "../command/operator_message.ts";
import { incomingDataset } from "../import/incoming_dataset.ts";
import { faultReport } from "../import/import_report.ts";
import { publishImport } from "../import/publish_import.ts";
import { readImportFiles } from "../import/reading/read_import_files.ts";
import { type Mapping, readMapping } from "../import/saved_mapping.ts";
import { type PulledFile, SourceError } from "./look.ts";
import type { Source } from "./source_settings.ts";

/** What an import of one file did. */
export interface PulledImport {
  readonly end: "published" | "unchanged" | "nothing";
  readonly rows: number;
  readonly added: number;
  readonly updated: number;
  readonly withdrawn: number;
}

const NO_DETAILS = { business: null, insights: null, taxonomy: null };

/**
 * Imports one file of a source, as `deno task import` does without `--replace`: merged by id, and not at all if a row is
 * bad. A file without rows changes nothing, not even the sample.
 *
 * @param keptRevisions How many revisions the store keeps afterwards.
 * @param explain Is told in full why a file is refused, or what is to be looked at; the error says no more than everybody
 * may read.
 * @throws {SourceError} If it is refused.
 */
export async function importPulled(
  kv: Store,
  source: Source,
  file: PulledFile,
  keptRevisions: number,
  now: Date,
  explain: (reason: string, isRefusal: boolean) => void,
): Promise<PulledImport> {
  try {
    if (file.refusal !== undefined) throw new OperatorError(file.refusal);
    const files = await readImportFiles([file.path], { ...await readingOf(kv, source), now });
    const { rows, badRows, faultCount, reviews } = files;
    for (const warning of files.warnings) explain(warning, false);
    if (faultCount > 0) {
      for (const line of faultReport(files)) explain(line, true);
      if (!source.skip_invalid || reviews.length === 0) {
        throw new SourceError(`${file.shown} was not imported: rows with problems are ${badRows} of ${rows}.`);
      }
    }
    if (reviews.length === 0) return { end: "nothing", rows, added: 0, updated: 0, withdrawn: 0 };
    const incoming = incomingDataset(files, NO_DETAILS, { replace: false });
    const publisher = { command: "watch", sources: [source.name] };
    const [{ changes }, end] = await publishImport(kv, incoming, false, { publisher, keptRevisions });
    const { added, updated, withdrawn } = changes;
    return { end: end === "published" ? end : "unchanged", rows, added, updated, withdrawn };
  } catch (error) {
    const reason = operatorMessage(error);
    if (error instanceof SourceError || reason === null) throw error;
    explain(reason, true);
    throw new SourceError(`${file.shown} was not imported; the log says why.`);
  }
}

async function readingOf(kv: Store, { mapping, format, source, place }: Source) {
  const saved: Mapping | null = mapping === undefined ? null : await readMapping(kv, mapping);
  const map = new Map(Object.entries(saved?.map ?? {}));
  return {
    format: format ?? saved?.format,
    map: map.size === 0 ? undefined : map,
    source: source ?? saved?.source,
    scale: saved?.scale,
    dateOrder: saved?.dateOrder,
    places: place ?? [],
  };
}
