import { addedStars, averageOf, reviewsIn, starCounts } from "../../domain/documents/aggregate_rating.ts";
import { absentReviews } from "./import_figures.ts";
import type { ImportPlan } from "./import_plan.ts";
import type { ImportOutcome } from "./publish_import.ts";
import type { ImportFiles } from "./reading/import_result.ts";

/** The output of `--json` for an import. Its names are those of the log line. */
export function importJson(
  files: ImportFiles,
  { result, end }: ImportOutcome,
  facts: { readonly store: string; readonly milliseconds: number },
): string {
  const { changes, dataset, plan } = result;
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
      left_out: plan.effect.left_out,
      reviews: dataset.reviews.length,
      average: averageOf(published),
      average_with: Object.fromEntries(absent.map(([name, group]) => [name, averageOf(addedStars(published, group))])),
      plan: { ...plan, kinds: plan.kinds.map(kindJson) },
      ...facts,
    },
    null,
    2,
  );
}

function kindJson({ files, understanding, scale, options }: ImportPlan["kinds"][number]) {
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
