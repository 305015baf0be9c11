import type { ImportedDataset } from "../../domain/dataset/import_dataset.ts";
import type { ImportEnd } from "./import_report.ts";
import { importFigures } from "./import_figures.ts";
import type { UnconfirmedError } from "./import_preview.ts";
import type { ImportFiles } from "./reading/read_import_files.ts";

/** What `--json` prints of an import: names are those of the line in the log. */
export function importJson(
  files: ImportFiles,
  result: ImportedDataset,
  end: ImportEnd,
  facts: { readonly store: string; readonly milliseconds: number },
): string {
  return JSON.stringify({ end, ...readingOf(files), ...countsOf(files, result), ...facts }, null, 2);
}

/** What `--json` prints of an import that has to be confirmed. */
export function unconfirmedJson(files: ImportFiles, { preview, result }: UnconfirmedError): string {
  const { kinds, ...seen } = preview;
  return JSON.stringify(
    {
      end: "unconfirmed",
      ...readingOf(files),
      ...countsOf(files, result),
      preview: {
        ...seen,
        kinds: kinds.map(({ files, understanding: { format, ground, used, leftOver, doubts, options } }) => ({
          files,
          format: format.name,
          ground,
          fields: Object.fromEntries(used),
          left_over: leftOver,
          doubts,
          options,
        })),
      },
    },
    null,
    2,
  );
}

/** What `--json` prints of an import whose rows were refused. */
export function refusedJson(files: ImportFiles): string {
  return JSON.stringify({ end: "refused", ...readingOf(files) }, null, 2);
}

function countsOf(files: ImportFiles, { changes, dataset }: ImportedDataset) {
  const { added, updated, unchanged, withdrawn, unverified, keptHidden, erased } = changes;
  const { leftOut } = importFigures(files, changes);
  const reviews = dataset.reviews.length;
  return { added, updated, unchanged, withdrawn, unverified, hidden: keptHidden, erased, left_out: leftOut, reviews };
}

function readingOf({ formats, rows, badRows, skipped, warnings, faultKinds }: ImportFiles) {
  return {
    formats: [...new Set(formats)],
    rows,
    bad_rows: badRows,
    skipped: [...skipped].map(([reason, rows]) => ({ reason, rows })),
    warnings,
    faults: faultKinds.map(({ first: { file, line, field, value, allowed }, count }) => ({
      file,
      line,
      column: field,
      value,
      expected: allowed,
      count,
    })),
  };
}
