import type { ImportedDataset } from "../../domain/dataset/import_dataset.ts";
import type { ImportEnd } from "./import_report.ts";
import type { ImportFiles } from "./reading/read_import_files.ts";

/** What `--json` prints of an import: names are those of the line in the log. */
export function importJson(
  files: ImportFiles,
  { merged, dataset }: ImportedDataset,
  end: ImportEnd,
  facts: { readonly store: string; readonly milliseconds: number },
): string {
  const { added, updated, unchanged, withdrawn, unverified, keptHidden, erased } = merged;
  return JSON.stringify(
    {
      end,
      ...readingOf(files),
      added,
      updated,
      unchanged,
      withdrawn,
      unverified,
      hidden: keptHidden,
      erased,
      reviews: dataset.reviews.length,
      ...facts,
    },
    null,
    2,
  );
}

/** What `--json` prints of an import whose rows were refused. */
export function refusedJson(files: ImportFiles): string {
  return JSON.stringify({ end: "refused", ...readingOf(files) }, null, 2);
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
