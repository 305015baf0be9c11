import { type Sentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import { shortened } from "../../domain/cut_text.ts";
import { type Choice, choiceLines, isConfirmation, openChoices } from "../command/choice.ts";
import { counted, listed } from "../../terminal/print.ts";
import { shownValue } from "./cells/row_reader.ts";
import { COLUMN_SEPARATOR } from "./formats/import_format.ts";
import { addedStars, averageOf, starCounts } from "../../domain/documents/aggregate_rating.ts";
import type { CleanedImport } from "./publish_import.ts";
import { termsNotes } from "./source_terms.ts";
import type { ChangeOutcome } from "../../domain/dataset/publish_change.ts";
import { absentReviews, averageSentence, importFigures, shownFigures } from "./import_figures.ts";
import {
  duplicateLines,
  type FileKind,
  fileKinds,
  ignoredText,
  type ImportPlan,
  joinedLines,
  type PlannedKind,
  rewrittenLines,
  shownWithdrawn,
  unnamedSource,
} from "./import_plan.ts";
import { sourceLabel } from "../../domain/documents/review_figures.ts";
import { ANONYMOUS, namedDate, type Review } from "../../domain/review.ts";
import type { ImportOutcome, PlannedImport } from "./import_request.ts";
import type { ImportFiles } from "./reading/import_result.ts";
import { columnNames } from "./formats/understanding.ts";
import type { RowNote } from "./reading/read_row.ts";

const SHOWN_LINES = 3;

/** The report on faulty rows: one line per kind of fault, with its first lines in the file. */
export function faultReport(files: ImportFiles): readonly Sentence[] {
  return files.faultKinds.map(({ first, count, lines }) => {
    const { file, line, field, value: given, allowed } = first;
    const value = JSON.stringify(given);
    const fault = sentence("{file}:{line}: {field} is {value}; expected {allowed}", {
      ...{ file, line: String(line), field, value, allowed },
    });
    if (count === 1) return fault;
    const further = lines.slice(1, SHOWN_LINES).map(String);
    const parts = { fault, count: count - 1, lines: further, more: further.length };
    return further.length === 0
      ? sentence("{fault} (and {count} more of this kind)", parts)
      : sentence("{fault} (and {count} more of this kind, such as {more|line|lines} {lines})", parts);
  });
}

const NOTES: Readonly<Record<RowNote, readonly [one: string, several: string]>> = {
  "rounded": ["rating is rounded to whole stars, halves up", "ratings are rounded to whole stars, halves up"],
  "converted": ["rating is converted from another scale", "ratings are converted from another scale"],
  "recommended": ["review recommends without stars: 5 stars", "reviews recommend without stars: 5 stars"],
  "not recommended": ["review advises against without stars: 1 star", "reviews advise against without stars: 1 star"],
  "undated reply": [
    "reply has no day and gets that of its review",
    "replies have no day and get that of their reviews",
  ],
  "no address": [
    "picture of an author or link is no address of the web and is left out",
    "pictures of authors or links are no addresses of the web and are left out",
  ],
  "no photo": [
    "review has photos that are no addresses of the web, which are left out",
    "reviews have photos that are no addresses of the web, which are left out",
  ],
  "no reply": ["reply is no text and is left out", "replies are no texts and are left out"],
  "no day": ["date names no day: pages show its month or year", "dates name no day: pages show their month or year"],
};

function noteLines({ notes }: ImportFiles): readonly string[] {
  return Array.from(notes, ([note, rows]) => `${counted(rows, ...NOTES[note])}.`);
}

/** The report on a finished import, as lines. */
export function importReport(
  files: ImportFiles,
  result: PlannedImport,
  end: ChangeOutcome<unknown>["end"],
  duplicatesMerged = false,
): readonly Text[] {
  const was = (one: string) => end === "dry run" ? "would be" : one;
  const unnamed = "The business has no name yet: describe it in a JSON file and import it with --business FILE.";
  const dropped = `The insights that were imported earlier ${was("were")} dropped (${result.insightsDropped}); ` +
    "/insights.json is computed again.";
  return [
    ...rowLines(files, result, duplicatesMerged),
    ...joinedLines(files, result),
    ...unnamedSource(files),
    ...fileKinds(files).flatMap((kind) => {
      const ignored = ignoredColumns(kind);
      return ignored.length > 0 ? [ignoredText(kind.files[0] ?? "", ignored)] : [];
    }),
    ...result.businessUnnamed ? [unnamed] : [],
    ...result.insightsDropped === null ? [] : [dropped],
    ...termsNotes(files.reviews, files.formats, result.dataset),
    closing(end, result),
  ];
}

/** Lines about the outcome of the rows, and about values that were changed. */
export function rowLines(files: ImportFiles, result: CleanedImport, duplicatesMerged: boolean): readonly Text[] {
  if (files.formats.length === 0) return [];
  const { read, added, updated, unchanged, leftOut, withdrawn } = importFigures(files, result.changes);
  const known = [...new Set(files.formats)].filter((name) => name !== "csv").join(", ");
  const published = starCounts(result.dataset.reviews);
  const gone = leftOut.reduce((sum, { rows }) => sum + rows, 0);
  return [
    `Read ${counted(read, "row")} from ${counted(files.formats.length, "file")}${known === "" ? "" : ` (${known})`}: ` +
    `${added} new, ${updated} changed, ${unchanged} the same, ${gone} left out.`,
    ...leftOut.map(({ reason, rows }) => `Left out ${counted(rows, "row")}: ${reason}.`),
    ...withdrawn > 0 ? [`Withdrawn: ${shownWithdrawn(result)}.`] : [],
    ...absentReviews(files, result).flatMap(([, doing, group]) => averageSentence(doing, published, group)),
    ...rewrittenLines(result).map((line) => `${line} --source names it.`),
    ...duplicateLines(result, duplicatesMerged).map((line) =>
      duplicatesMerged ? line : `${line} --merge-duplicates joins them.`
    ),
    ...numberLines(result),
    ...anonymousLines(files),
    ...noteLines(files),
    ...emptyFileLines(files),
  ];
}

const SHOWN_NUMBERS = 10;

/** Lines about removed telephone numbers: each with the words around it, as a time or an order may look like one. */
function numberLines({ removedNumbers }: CleanedImport): readonly string[] {
  const more = removedNumbers.length - SHOWN_NUMBERS;
  return removedNumbers.length === 0 ? [] : [
    `Removed ${counted(removedNumbers.length, "telephone number")} from the texts:`,
    ...removedNumbers.slice(0, SHOWN_NUMBERS).map(({ author, date, words }) => `  ${date}  ${author}: ${words}`),
    ...more > 0 ? [`  and ${more} more, which --json lists`] : [],
  ];
}

function ignoredColumns({ understanding }: FileKind): readonly string[] {
  const { ground, format, used, leftOver } = understanding;
  if (ground !== "given" || format.name !== "csv") return leftOver;
  const read = new Set([...used.values(), ...Object.values(format.fields).flat()]);
  return columnNames(understanding).filter((column) => !read.has(column));
}

function anonymousLines({ reviews }: ImportFiles): readonly string[] {
  const anonymous = reviews.filter(({ author }) => author === ANONYMOUS).length;
  if (anonymous === 0) return [];
  return [`${counted(anonymous, "review has", "reviews have")} no name to publish: the author is "${ANONYMOUS}".`];
}

function emptyFileLines({ leftOut }: ImportFiles): readonly string[] {
  if (leftOut.length === 0) return [];
  return [
    `Left out ${counted(leftOut.length, "file that holds", "files that hold")} no reviews: ${listed(leftOut, 5)}.`,
  ];
}

/**
 * The line that names the store, and whether another process has it open.
 * @param held True if another process has the store open; null if unknown.
 */
export function storeLine(location: string, held: boolean | null): string {
  return `Store: ${location}${held === null ? "" : `, which ${held ? "a" : "no"} running server has open`}.`;
}

function closing(end: ChangeOutcome<unknown>["end"], { dataset, plan }: PlannedImport): string {
  const reviews = dataset.reviews.length;
  if (end === "unchanged") {
    return `Nothing changed: ${counted(reviews, "review is", "reviews are")} published already.`;
  }
  const open = openChoices(plan, "yes").length;
  if (end === "dry run" && open > 0) {
    const options = counted(open, "choice needs an option", "choices need options");
    return `Dry run: nothing was written. ${options}; until then nothing can be published.`;
  }
  if (end === "dry run") return `Dry run: nothing was written. ${counted(reviews, "review")} would be published.`;
  return `Published ${counted(reviews, "review")}. A running server shows them within 2 seconds.`;
}

const SHOWN_LETTERS = 90;

/**
 * Formats a plan as lines, without its choices.
 *
 * @param rows The report's lines about the rows.
 */
export function previewLines(
  { effect: { before, after }, kinds, examples }: ImportPlan,
  rows: readonly Text[],
): readonly Text[] {
  return [
    ...kinds.flatMap(kindLines),
    "Reviews as they would be published:",
    ...examples.flatMap(reviewLines),
    ...rows,
    `Published now: ${shownFigures(before)}. After the import: ${shownFigures(after)}.`,
  ];
}

/**
 * Formats choices as lines.
 *
 * @param isAsking Whether choices between values are asked for afterwards, so that these lines leave them out.
 */
export function openLines(choices: readonly Choice[], isAsking: boolean): readonly string[] {
  const decided = isAsking ? [] : choices.filter((one) => !isConfirmation(one));
  const confirmed = choices.filter(isConfirmation);
  const lines = (choices: typeof decided) => choices.flatMap((one) => choiceLines(one)).map((line) => `  ${line}`);
  return [
    ...decided.length > 0 ? ["To be decided with options:", ...lines(decided)] : [],
    ...confirmed.length > 0 ? ["To be confirmed:", ...lines(confirmed)] : [],
  ];
}

/** The table of a file: its columns with some values and their fields. */
export function kindLines(
  { files: [file, ...others], format, fields, scale, best, source, columns }: PlannedKind,
) {
  const scaleNote = scale === 1 ? "1 is the best grade" : `1 to ${best ?? scale}`;
  const fieldOf = (name: string) => {
    const [field] = Object.entries(fields).find(([, read]) => read.split(COLUMN_SEPARATOR).includes(name)) ?? [];
    return field === undefined ? "not used" : field === "rating" ? `rating (${scaleNote})` : field;
  };
  const rows = columns.filter(({ name, values }) => values.length > 0 || fieldOf(name) !== "not used").map((
    column,
    at,
  ) => [
    String(at + 1),
    shortened(shownValue(column.name), SHOWN_NAME),
    fieldOf(column.name),
    column.values.map((value) => shortened(shownValue(value), SHOWN_CELL)).join(" · "),
  ]);
  const width = (cell: number) => Math.max(0, ...rows.map((row) => row[cell]?.length ?? 0));
  const readAs = format === "csv" ? "by this table" : `as ${format}`;
  return [
    `${file}${others.length > 0 ? ` and ${others.length} more are` : " is"} read ${readAs}` +
    `${source === null || source === "csv" ? "" : `, as reviews of ${sourceLabel(source)}`}:`,
    ...rows.map(([nth = "", name = "", field = "", values = ""]) =>
      `  ${nth.padStart(width(0))}  ${name.padEnd(width(1))}  ${field.padEnd(width(2))}  ${values}`.trimEnd()
    ),
  ];
}

/** Maximum length of a column's name and of a value in the table. */
const [SHOWN_NAME, SHOWN_CELL] = [60, 24];

function reviewLines(review: Review): readonly string[] {
  const { author, rating, text, source, owner_reply } = review;
  const stars = "★".repeat(rating).padEnd(5, "☆");
  return [
    `  ${stars}  ${namedDate(review).padEnd("YYYY-MM-DD".length)}  ${author}  ${sourceLabel(source)}`,
    `         ${text === null ? "(no text)" : firstWords(text)}`,
    ...owner_reply === null
      ? []
      : [`         Reply of ${namedDate(review, owner_reply.date)}: ${firstWords(owner_reply.text)}`],
  ];
}

function firstWords(text: string): string {
  return shortened(text.replace(/\s+/g, " "), SHOWN_LETTERS);
}

/** The output of `--json` for an import. Its names are those of the log line. */
export function importJson(
  files: ImportFiles,
  done: ImportOutcome,
  facts: { readonly store: string; readonly milliseconds: number },
): string {
  const { formats, rows, badRows, warnings, faultKinds } = files;
  const faults = faultKinds.map(({ first: { field: column, allowed: expected, ...first }, count, lines }) => {
    return { ...first, column, expected, count, lines };
  });
  const end = done.end === "unread" ? "unconfirmed" : done.end;
  const read = { end, formats: [...new Set(formats)], rows, bad_rows: badRows, warnings, faults };
  return JSON.stringify({ ...read, ...plannedMembers(files, done, facts) }, null, 2);
}

function plannedMembers(files: ImportFiles, done: ImportOutcome, facts: object) {
  if (done.end === "refused") return {};
  if (done.end === "unread") return { plan: done.result.plan };
  const { changes, dataset, plan } = done.result;
  const { added, updated, unchanged, withdrawn, unverified, keptHidden: hidden, erased } = changes;
  const published = starCounts(dataset.reviews);
  const averages = absentReviews(files, done.result).map(([name, , group]) => {
    return [name, averageOf(addedStars(published, group))] as const;
  });
  return {
    ...{ added, updated, unchanged, withdrawn, unverified, hidden, erased },
    left_out: plan.effect.left_out,
    reviews: dataset.reviews.length,
    average: averageOf(published),
    average_with: Object.fromEntries(averages),
    plan,
    ...facts,
  };
}
