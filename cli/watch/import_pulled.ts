import { Sentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import type { Store } from "../../domain/store/store.ts";
import { StoreTroubleError } from "../../domain/store/store_trouble.ts";
import { OperatorError, operatorTexts } from "../../domain/operator_error.ts";
import { faultReport } from "../import/import_report.ts";
import { executeImport, readImport } from "../import/import_request.ts";
import { NOTHING_DESCRIBED } from "../import/publish_import.ts";
import { type PulledFile, SourceError } from "./source_poll.ts";
import type { Source } from "./source_settings.ts";
import { shellWord } from "../../terminal/print.ts";
import { openChoices } from "../command/choice.ts";

/** The options of `deno task import` that read a file as this source does. */
function readingOptions({ format, source, place, map, scale, skip_invalid }: Source): string[] {
  const mapped = Object.entries(map ?? {}).map(([field, column]) => shellWord(`--map=${field}=${column}`));
  return [
    ...format === undefined ? [] : [shellWord(`--format=${format}`)],
    ...mapped,
    ...scale === undefined ? [] : [`--scale=${scale}`],
    ...source === undefined ? [] : [shellWord(`--source=${source}`)],
    ...(place ?? []).map((id) => shellWord(`--place=${id}`)),
    ...skip_invalid ? ["--skip-invalid"] : [],
  ];
}

/**
 * Imports one file of a source like `deno task import` without `--replace`, merging by id. Imports nothing if a row is
 * faulty or something must be confirmed. A file without rows changes nothing.
 * @param keptRevisions Number of revisions to keep.
 * @param explain Called with the full reasons of a refusal, and with warnings. The error shows no value of a row.
 * @param dryRun True to write nothing.
 * @throws {SourceError} If the file is refused.
 */
export async function importPulled(
  kv: Store,
  source: Source,
  file: PulledFile,
  keptRevisions: number,
  now: Date,
  explain: (reason: Text, isRefusal: boolean) => void,
  dryRun = false,
) {
  try {
    if (file.refusal !== undefined) throw new OperatorError(file.refusal);
    const { format, source: name, place: places, map = {}, scale } = source;
    const reading = { format, source: name, places, map: new Map(Object.entries(map)), scale, isOneTool: true };
    const how = { described: NOTHING_DESCRIBED, replace: false, skipInvalid: source.skip_invalid ?? false } as const;
    // Fetched files have a path that is gone before the operator could use it.
    const named = { path: file.path, name: source.kind === "folder" ? file.path : file.shown };
    const read = await readImport(kv, { files: [named], reading, ...how }, now);
    const { files } = read;
    const { rows, badRows, reviews } = files;
    for (const warning of files.warnings) explain(warning, false);
    for (const line of faultReport(files)) explain(line, true);
    if (badRows + reviews.length + files.withheld.length === 0) {
      return { end: "nothing", rows, added: 0, updated: 0, withdrawn: 0 } as const;
    }
    const publisher = { command: "watch", sources: [source.name] };
    const run = {
      publisher,
      keptRevisions,
      answers: new Map(),
      planned: null,
      dryRun,
      isRemembered: false,
    };
    const done = await executeImport(kv, read, run);
    if (done.end === "refused") {
      const text = "{file} was not imported: {count} of {rows} rows {count|has|have} problems.";
      throw new SourceError(sentence(text, { file: file.shown, count: badRows, rows }));
    }
    const isOpen = done.end === "dry run" && openChoices(done.result.plan, new Map()).length > 0;
    if (isOpen || done.end === "unread" || done.end === "unconfirmed") {
      for (const { question } of done.result.plan.choices) explain(question, true);
      const command = ["deno task import", shellWord(named.name), ...readingOptions(source)].join(" ");
      const parts = { file: file.shown, command };
      throw new SourceError(
        source.kind === "folder"
          ? sentence("{file} was not imported: it has to be confirmed once. Run `{command}`.", parts)
          : sentence("{file} was not imported: it has to be confirmed once. Download it and run `{command}`.", parts),
      );
    }
    const { end, result: { changes: { added, updated, withdrawn }, plan } } = done;
    const fresh = plan.warnings.filter((warning) => end === "published" && !files.warnings.includes(warning));
    for (const warning of fresh) explain(warning, false);
    return { end: end === "published" ? end : "unchanged", rows, added, updated, withdrawn } as const;
  } catch (error) {
    const reasons = operatorTexts(error);
    // Errors of the store concern all sources.
    if (error instanceof SourceError || error instanceof StoreTroubleError || reasons === null) throw error;
    for (const reason of reasons) explain(reason, true);
    const [reason] = reasons;
    // The reason is kept and mailed, and the owner reads it.
    throw new SourceError(
      reason instanceof Sentence && !("value" in reason.parts)
        ? sentence("{file} was not imported: {reason}", { file: file.shown, reason })
        : sentence("{file} was not imported; the log says why.", { file: file.shown }),
    );
  }
}
