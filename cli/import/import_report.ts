import type { ImportedDataset } from "../../domain/dataset/import_dataset.ts";
import type { ImportFiles } from "./read_import_files.ts";

/** The outcome of an import. */
export type ImportEnd = "published" | "unchanged" | "dry run";

/** The report on faulty rows: the first faults, and how many more there are. */
export function faultReport(files: ImportFiles): readonly string[] {
  const lines = files.faults.map(({ file, line, field, value, allowed }) =>
    `${file}:${line}: ${field} is ${JSON.stringify(value)}; expected ${allowed}`
  );
  const more = files.faultCount - files.faults.length;
  if (more > 0) lines.push(`… and ${count(more, "more problem")}`);
  return lines;
}

/** The report on what an import did, as lines. */
export function importReport(files: ImportFiles, result: ImportedDataset, end: ImportEnd): readonly string[] {
  const { merged } = result;
  const formats = [...new Set(files.formats)].join(", ");
  const lines: string[] = [];
  if (files.formats.length > 0) {
    lines.push(`Read ${count(files.rows, "row")} from ${count(files.formats.length, "file")} (${formats}).`);
    lines.push(
      `${merged.added} new, ${merged.updated} changed, ${merged.unchanged} the same, ${merged.withdrawn} withdrawn.`,
    );
  }
  if (merged.unverified > 0) {
    lines.push(
      `Left out ${count(merged.unverified, "review")} that ${merged.unverified === 1 ? "is" : "are"} not verified.`,
    );
  }
  if (merged.keptHidden > 0) lines.push(`Kept ${count(merged.keptHidden, "review")} hidden.`);
  if (merged.erased > 0) {
    lines.push(`Left out ${count(merged.erased, "review")} that ${merged.erased === 1 ? "was" : "were"} erased.`);
  }
  for (const [reason, rows] of files.skipped) lines.push(`Left out ${count(rows, "row")}: ${reason}.`);
  if (files.badRows > 0) lines.push(`Left out ${count(files.badRows, "bad row")}.`);
  if (result.sampleRemoved) lines.push("The fictional sample data was removed.");
  if (result.businessUnnamed) {
    lines.push("The business has no name yet: describe it in a JSON file and import it with --business FILE.");
  }
  if (result.insightsDropped !== null) {
    lines.push(
      `The insights that were imported earlier were dropped (${result.insightsDropped}); ` +
        "/insights.json is computed again.",
    );
  }
  lines.push(closing(end, result.dataset.reviews.length));
  return lines;
}

function closing(end: ImportEnd, reviews: number): string {
  if (end === "unchanged") {
    return `Nothing changed: ${count(reviews, "review")} ${reviews === 1 ? "is" : "are"} published already.`;
  }
  if (end === "dry run") return `Dry run: nothing was written. ${count(reviews, "review")} would be published.`;
  return `Published ${count(reviews, "review")}. A running server shows them within 2 seconds.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
