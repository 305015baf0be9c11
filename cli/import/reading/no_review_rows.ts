import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import { hasOne, nameWords } from "../formats/column_names.ts";
import type { ImportFormat, ReviewField } from "../formats/import_format.ts";
import { comparableName, foldedCell, isEmptyValue, type RowPlace, type SourceRow } from "../cells/source_row.ts";
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

/** Number of rows that a warning shows. */
const SHOWN_ROWS = 5;

/** Names and texts of tests and placeholders, folded (see `foldedCell`). */
const TESTS = [
  /^test(?:[ -]?test)*[.!]*$/,
  /^test ?(?:bewertung|kommentar|eintrag|review)[.!]*$/,
  /^(?:max|erika) mustermann$/,
  /^lorem ipsum\b/,
];

/** Three words: a heading that says something of the rows below. */
const SENTENCE = /\p{L}\P{L}* \P{L}*\p{L}+\P{L}* \P{L}*\p{L}/u;

/** Collects the rows of a file at which the operator should look. */
export class RowWarnings {
  /** Published rows that look like tests, and left-out rows with a sentence: their words by their places. */
  readonly #tests = new Map<RowPlace, string>();
  readonly #headings = new Map<RowPlace, string>();

  /** @param columns The names of all columns. */
  constructor(private readonly columns: readonly string[]) {}

  /** Notes a published row if its name, text or title is that of a test, such as "Test test". */
  seeReview({ place }: SourceRow, words: readonly unknown[]): void {
    const test = words.find((value) => TESTS.some((pattern) => pattern.test(foldedCell(value))));
    if (test !== undefined) this.#tests.set(place, shownValue(test));
  }

  /** Notes the words of a row that is no review, if they stand alone in it. */
  seeHeading(row: SourceRow): void {
    const cells = this.columns.map((name) => shownValue(row.cell([name]).value ?? "").trim());
    const [words = "", ...others] = new Set(cells.filter((cell) => cell !== ""));
    if (others.length === 0 && SENTENCE.test(words)) this.#headings.set(row.place, words);
  }

  /** @param linesOf Returns the lines of places in file order. */
  sentences(linesOf: (places: readonly RowPlace[]) => readonly number[]): readonly Sentence[] {
    const shown = (rows: ReadonlyMap<RowPlace, string>) => {
      const first = [...rows].slice(0, SHOWN_ROWS);
      const lines = linesOf(first.map(([place]) => place));
      const found = first.map(([, words], at) =>
        sentence('line {line} ("{words}")', { line: String(lines[at]), words })
      );
      return rows.size > SHOWN_ROWS ? [...found, "…"] : found;
    };
    const [count, headings] = [this.#tests.size, this.#headings.size];
    return [
      ...count === 0 ? [] : [
        sentence(
          "{count|# row looks|# rows look} like a test: {rows}. Delete what is no review from the file, or hide it later.",
          { count, rows: shown(this.#tests) },
        ),
      ],
      ...headings === 0 ? [] : [sentence("Rows left out as no review: {rows}.", { rows: shown(this.#headings) })],
    ];
  }
}
