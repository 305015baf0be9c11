import type { ImportedDataset } from "../../domain/dataset/import_dataset.ts";
import { importFigures } from "./import_figures.ts";
import { listedNames } from "./cells/value_fault.ts";
import { type FileKind, fileKinds, joinedLines, unnamedSource } from "./import_preview.ts";
import type { RowFault } from "./reading/import_result.ts";
import type { ImportFiles } from "./reading/read_import_files.ts";
import type { RowNote } from "./reading/read_row.ts";

/** The outcome of an import. */
export type ImportEnd = "published" | "unchanged" | "dry run";

/** The report on faulty rows: one line a kind of fault, with its first places. */
export function faultReport(files: ImportFiles): readonly string[] {
  return files.faultKinds.map(({ first, count, furtherLines }) => {
    const { file, line, field, value, allowed } = first;
    const said = `${file}:${line}: ${field} is ${JSON.stringify(value)}; expected ${allowed}`;
    if (count === 1) return said;
    const also = furtherLines.length === 0
      ? ""
      : `, such as line${furtherLines.length === 1 ? "" : "s"} ${furtherLines.join(" and ")}`;
    return `${said} (and ${count - 1} more of this kind${also})`;
  });
}

/** All faults as CSV (RFC 4180), one a row, for `--errors`. */
export function faultsCsv(faults: readonly RowFault[]): string {
  const rows = faults.map(({ file, line, field, value, allowed }) => [file, String(line), field, value, allowed]);
  return [["file", "line", "column", "value", "expected"], ...rows].map((row) => row.map(csvCell).join(",")).join(
    "\r\n",
  ) +
    "\r\n";
}

function csvCell(text: string): string {
  // A value that begins like a formula must not become one when the list is opened in a spreadsheet.
  const harmless = /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const NOTES: Readonly<Record<RowNote, readonly [one: string, several: string, what: string]>> = {
  "rounded": [
    "rating is",
    "ratings are",
    "not in whole stars: rounded to the nearest, a half up, and kept as given beside.",
  ],
  "converted": ["rating is", "ratings are", "on another scale: converted in proportion, and kept as given beside."],
  "recommended": ["review is", "reviews are", "a recommendation without stars: counted as 5."],
  "not recommended": ["review is", "reviews are", "advice against, without stars: counted as 1."],
  "undated reply": ["reply has", "replies have", "no day: the day of the review stands for it."],
  "month only": ["date names", "dates name", "a month and no day: the first of the month stands for it."],
};

function noteLines(files: ImportFiles): readonly string[] {
  return [...files.notes].map(([note, rows]) => {
    const [one, several, what] = NOTES[note];
    return `${rows} ${rows === 1 ? one : several} ${what}`;
  });
}

/** The report on what an import did, as lines. */
export function importReport(
  files: ImportFiles,
  result: ImportedDataset,
  end: ImportEnd,
  duplicatesMerged = false,
): readonly string[] {
  const lines = [...rowLines(files, result, duplicatesMerged), ...joinedLines(result), ...unnamedSource(files)];
  for (const kind of fileKinds(files)) {
    const unread = unreadColumns(kind);
    if (unread.length > 0) lines.push(`Not read of ${kind.files[0]}: ${listedNames(unread)}.`);
  }
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

/** What becomes of the rows, and what of them is not as their file says it. */
export function rowLines(files: ImportFiles, result: ImportedDataset, duplicatesMerged: boolean): readonly string[] {
  if (files.formats.length === 0) return [];
  const { read, added, updated, unchanged, leftOut, withdrawn, withdrawnOf } = importFigures(files, result.changes);
  const formats = [...new Set(files.formats)].join(", ");
  const gone = leftOut.reduce((sum, { rows }) => sum + rows, 0);
  return [
    `Read ${count(read, "row")} from ${count(files.formats.length, "file")} (${formats}): ` +
    `${added} new, ${updated} changed, ${unchanged} the same, ${gone} left out.`,
    ...leftOut.map(({ reason, rows }) => `Left out ${count(rows, "row")}: ${reason}.`),
    ...withdrawn > 0 ? [`Withdrawn: ${withdrawn} of ${count(withdrawnOf, "published review")}.`] : [],
    ...doubtLines(result, duplicatesMerged),
    ...anonymousLines(files),
    ...noteLines(files),
    ...emptyFileLines(files),
  ];
}

/** Columns that nothing reads, without those that a known format knows to be of no use. */
function unreadColumns({ understanding: { ground, format, columns, used, leftOver } }: FileKind): readonly string[] {
  if (ground !== "given" || format.name !== "csv") return leftOver;
  const read = new Set([...used.values(), ...Object.values(format.fields).flat()]);
  return columns.filter((column) => !read.has(column));
}

function anonymousLines({ reviews }: ImportFiles): readonly string[] {
  const anonymous = reviews.filter(({ author }) => author === "Anonymous").length;
  if (anonymous === 0) return [];
  return [`${count(anonymous, "review")} ${anonymous === 1 ? "names" : "name"} no author: "Anonymous" is published.`];
}

function emptyFileLines({ leftOut }: ImportFiles): readonly string[] {
  if (leftOut.length === 0) return [];
  const more = leftOut.length - 5;
  const files = `${count(leftOut.length, "file")} that ${leftOut.length === 1 ? "holds" : "hold"} no reviews`;
  return [`Left out ${files}: ${leftOut.slice(0, 5).join(", ")}${more > 0 ? ` and ${more} more` : ""}.`];
}

const NAMED_DUPLICATES = 10;

/** What looks wrong in the result, although every row is right. */
function doubtLines({ changes, duplicates }: ImportedDataset, duplicatesMerged: boolean): readonly string[] {
  const lines: string[] = [];
  const { rewritten, updated, unchanged } = changes;
  const known = updated + unchanged;
  if (rewritten >= 2 && rewritten * 2 > known) {
    lines.push(
      `Attention: ${rewritten} of the ${known} known ids belong to other authors or days now. If these files are of ` +
        "another source, give it a name with --source, and its reviews do not replace those.",
    );
  }
  if (duplicates.length === 0) return lines;
  const named = duplicates.slice(0, NAMED_DUPLICATES).map((group) =>
    `${group[0].author} on ${group[0].date}, ids ${group.map(({ id }) => id).join(" and ")}`
  );
  const unnamed = duplicates.length - named.length;
  const example = `${named.join("; ")}${unnamed > 0 ? `; and ${unnamed} more` : ""}`;
  const more = duplicates.reduce((sum, group) => sum + group.length - 1, 0);
  lines.push(
    duplicatesMerged
      ? `Made one of each of ${count(duplicates.length, "review")} that ${
        more === 1 ? "was" : "were"
      } there under several ` +
        `ids (${example}); the other ids are kept as aliases.`
      : `${count(more, "review")} ${
        more === 1 ? "seems" : "seem"
      } to be there twice, with equal author, day, stars and text ` +
        `(${example}). --merge-duplicates makes one of each.`,
  );
  return lines;
}

/**
 * Which store the import went to, and who else has it.
 *
 * @param held Whether another process has the store open; null if nobody knows.
 */
export function storeLine(location: string, held: boolean | null): string {
  if (held === null) return `Store: ${location}.`;
  return held
    ? `Store: ${location}, which a running server has open.`
    : `Store: ${location}, which no running server has open.`;
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
