import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import type { ImportedReview } from "../../../domain/review.ts";
import { hasOne, nameWords } from "../formats/column_names.ts";
import type { ImportFormat, ReviewField } from "../formats/import_format.ts";
import { comparableName, foldedCell, isEmptyValue, type SourceRow } from "../cells/source_row.ts";
import { shownValue } from "../cells/row_reader.ts";

/**
 * True if a table row is no review: it lacks rating and day. Or it lacks one of them, and either has no author, text,
 * title or id, or has no text and "Total" as author or day.
 */
export function isNoReview(row: SourceRow, { fields }: ImportFormat): boolean {
  const isThere = (...of: readonly ReviewField[]) => of.some((field) => !isEmptyValue(row.cell(fields[field]).value));
  const isTotal = (field: ReviewField) =>
    hasOne(nameWords(String(row.cell(fields[field]).value ?? "")).slice(0, 1), "totals");
  const isHeader = (field: ReviewField) => {
    const { name, value } = row.cell(fields[field]);
    return comparableName(String(value)) === comparableName(name);
  };
  // A table written with | has a line of dashes below the names.
  const isRule = (field: ReviewField) =>
    /^[:-]{3,}$/.test(String(row.cell(fields[field]).value ?? "").replaceAll(" ", ""));
  if (isRule("date") && isRule("rating")) return true;
  if (isHeader("date") && (isHeader("rating") || isHeader("recommendation"))) return true;
  const hasDay = isThere("date") && !isTotal("date");
  const isWord = /^\P{N}*\p{L}{3}\P{N}*$/u.test(String(row.cell(fields.rating).value ?? ""));
  const hasRating = isThere("rating", "recommendation") && (hasDay || !isWord);
  if (hasRating && hasDay) return false;
  if (!hasRating && !hasDay || !isThere("author", "text", "title", "id")) return true;
  return !isThere("text") && (isTotal("author") || isTotal("date"));
}

/** Three words: a heading that says something of the rows below. */
const SENTENCE = /\p{L}\P{L}* \P{L}*\p{L}+\P{L}* \P{L}*\p{L}/u;

/** The reason to leave out a row that is no review, with its words if they stand alone in it, as those of a heading. */
export function noReviewReason(row: SourceRow, columns: readonly string[]): Sentence {
  const cells = columns.map((name) => shownValue(row.cell([name]).value ?? "").trim());
  const [words = "", ...others] = new Set(cells.filter((cell) => cell !== ""));
  return others.length === 0 && SENTENCE.test(words)
    ? sentence('no review, but the heading "{words}"', { words })
    : sentence("no review, such as a heading or a total");
}

/** Number of reviews that the warning shows. */
const SHOWN_REVIEWS = 5;

/** Names and texts of tests and placeholders, folded (see `foldedCell`). */
const TESTS = [
  /^test(?:[ -]?test)*[.!]*$/,
  /^test ?(?:bewertung|kommentar|eintrag|review)[.!]*$/,
  /^(?:max|erika) mustermann$/,
  /^lorem ipsum\b/,
];

/** The warning about reviews whose name, text or title is that of a test, such as "Test test"; empty if there are none. */
export function testWarning(reviews: readonly ImportedReview[]): readonly Sentence[] {
  const isTest = (words: string) => TESTS.some((pattern) => pattern.test(foldedCell(words)));
  const tests = reviews.filter(({ author, text }) => [author, ...(text ?? "").split("\n")].some(isTest));
  if (tests.length === 0) return [];
  const shown = tests.slice(0, SHOWN_REVIEWS).map(({ author, date }) => `${shownValue(author)}, ${date}`);
  return [
    sentence(
      "{count|# row looks|# rows look} like a test: {rows}. Delete what is no review from the file, or hide it later.",
      { count: tests.length, rows: tests.length > SHOWN_REVIEWS ? [...shown, "…"] : shown },
    ),
  ];
}
