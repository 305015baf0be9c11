import { addedStars, averageOf, reviewsIn, starCounts } from "../../domain/documents/aggregate_rating.ts";
import type { ImportEnd } from "./import_report.ts";
import { absentReviews, importFigures } from "./import_figures.ts";
import type { ImportPreview } from "./import_preview.ts";
import type { CleanedImport } from "./phone_numbers.ts";
import type { ImportFiles } from "./reading/import_result.ts";

/** The outcome of an import. */
export interface ImportOutcome {
  readonly result: CleanedImport;
  /** `unconfirmed`: nothing was published, because the operator did not confirm it. */
  readonly end: ImportEnd | "unconfirmed";
  /** The points to confirm; null if there were none. */
  readonly preview: ImportPreview | null;
}

/** The output of `--json` for an import. Its names are those of the log line. */
export function importJson(
  files: ImportFiles,
  { result, end, preview }: ImportOutcome,
  facts: { readonly store: string; readonly milliseconds: number },
): string {
  const { changes, dataset } = result;
  const { added, updated, unchanged, withdrawn, unverified, keptHidden, erased } = changes;
  const published = starCounts(dataset.reviews);
  const absent = Object.entries(absentReviews(files, result)).filter(([, group]) => reviewsIn(group) > 0);
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
      left_out: importFigures(files, changes).leftOut,
      reviews: dataset.reviews.length,
      average: averageOf(published),
      average_with: Object.fromEntries(absent.map(([name, group]) => [name, averageOf(addedStars(published, group))])),
      ...preview !== null && { preview: { ...preview, kinds: preview.kinds.map(kindJson) } },
      ...facts,
    },
    null,
    2,
  );
}

function kindJson({ files, understanding, scale, options }: ImportPreview["kinds"][number]) {
  const { format, ground, used, leftOver, doubts, unknownStates } = understanding;
  return {
    files,
    format: format.name,
    ground,
    fields: Object.fromEntries(used),
    scale,
    ignored: leftOver,
    unknown_states: Object.fromEntries(unknownStates),
    doubts,
    options,
  };
}

/** The output of `--json` for an import whose rows were refused. */
export function refusedJson(files: ImportFiles): string {
  return JSON.stringify({ end: "refused", ...readingOf(files) }, null, 2);
}

function readingOf({ formats, rows, badRows, warnings, faultKinds }: ImportFiles) {
  return {
    formats: [...new Set(formats)],
    rows,
    bad_rows: badRows,
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
