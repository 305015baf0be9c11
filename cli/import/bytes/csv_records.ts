import { sentence } from "../../../domain/sentences/sentence.ts";
import { CsvError, parse } from "csv-parse";
import { pipeline, Readable } from "node:stream";
import { ImportFileError } from "./file_container.ts";

/** A record of a CSV file, or a row of a sheet. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** The line in which the record begins, or the row of the sheet, from 1. */
  readonly line: number;
  /** True for a row hidden in the spreadsheet, e.g. by a filter; else absent. */
  readonly isHidden?: boolean;
}

/** Maximum number of columns. Exports have up to 600; empty cells take a hundred times their bytes in memory. */
export const MOST_COLUMNS = 1000;

const DELIMITERS = [",", ";", "\t", "|"];
/** Maximum characters of a record. Without it, a missing quote would load the rest of the file as one record. */
const MOST_OF_RECORD = 4_000_000;

/**
 * Parses CSV into records (RFC 4180), which may span lines and differ in length.
 *
 * @param text Chunks with LF line breaks only: `csv-parse` counts a CRLF within quotes twice.
 * @throws {ImportFileError} If a quote is misplaced or not closed.
 */
export async function* csvRecords(
  text: AsyncIterable<string>,
  delimiter: string,
  file: string,
): AsyncGenerator<CsvRecord> {
  let parsed = 0;
  const parser = parse({
    delimiter,
    record_delimiter: "\n",
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MOST_OF_RECORD,
    // Number of the last parsed line. After an error the buffered records are lost, so the records do not show it.
    on_record: (record, { lines }) => {
      // With the option `info` the cells are in the member `record`, which the types of `csv-parse` lack.
      const cells: unknown = Reflect.get(record, "record");
      if (Array.isArray(cells) && cells.length > MOST_COLUMNS) throw tooWide(file);
      parsed = lines;
      return record;
    },
  });
  // Errors, also those of reading the text, reach the loop below through the parser.
  pipeline(Readable.from(text), parser, () => {});
  try {
    for await (const { record, info } of parser) {
      yield { cells: record, line: info.lines - record.join("").split("\n").length + 1 };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === "CSV_MAX_RECORD_SIZE") {
      throw new ImportFileError(
        sentence(
          "{file} is not valid CSV: the row after line {line} has more than 4 million characters. A quote may not be closed.",
          { file, line: String(parsed) },
        ),
      );
    }
    throw new ImportFileError(
      error.code === "CSV_QUOTE_NOT_CLOSED"
        ? sentence("{file} is not valid CSV: a quote that opens after line {line} is never closed.", {
          file,
          line: String(parsed),
        })
        : sentence("{file} is not valid CSV: line {line} has a quote within a cell: write it twice, or remove it.", {
          file,
          line: String(error.lines),
        }),
    );
  }
}

/** The error for a table with more than {@linkcode MOST_COLUMNS} columns. */
export function tooWide(file: string): ImportFileError {
  return new ImportFileError(
    sentence("{file} has a row with more than {count} columns: remove those without reviews.", {
      file,
      count: MOST_COLUMNS,
    }),
  );
}

/**
 * The delimiter of a CSV file, from its beginning with LF line breaks: the most frequent one outside of quotes in the
 * first record with at least two, as titles have none. A first line such as `sep=;`, which spreadsheets write, decides.
 */
export function csvDelimiter(start: string): string {
  const declared = /^sep=(.)\n/i.exec(start)?.[1];
  if (declared !== undefined) return declared;
  const records = start.match(/(?:"(?:[^"]|"")*"|[^"\n])+/g) ?? [];
  const counts = records.map((record) => {
    const bare = record.replace(/"(?:[^"]|"")*"/g, "");
    return DELIMITERS.map((delimiter) => bare.split(delimiter).length - 1);
  });
  const header = counts.find((count) => Math.max(...count) >= 2) ?? counts[0] ?? [];
  return DELIMITERS[header.indexOf(Math.max(...header))] ?? ",";
}
