import { CsvError, parse } from "csv-parse";
import { pipeline, Readable } from "node:stream";
import { ImportFileError } from "./import_file_error.ts";

/** A record of a CSV file. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** The line in which it ends, from 1. */
  readonly lastLine: number;
}

const DELIMITERS = [",", ";", "\t"];

/**
 * Splits a CSV text into records (RFC 4180), which may span lines and differ in length.
 *
 * @param text Chunks with LF line breaks only: `csv-parse` counts a CRLF within quotes twice.
 * @throws {ImportFileError} When quotes are not where they may be.
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
    // An error throws away the records that wait to be read, so that they cannot tell where it is.
    on_record: (record, { lines }) => {
      parsed = lines;
      return record;
    },
  });
  // The parser gives every error to its reader below, those of the text included.
  pipeline(Readable.from(text), parser, () => {});
  try {
    for await (const { record, info } of parser) yield { cells: record, lastLine: info.lines };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const fault = error.code === "CSV_QUOTE_NOT_CLOSED"
      ? `a quote that opens after line ${parsed} is never closed`
      : `a quote in line ${error.lines} is neither doubled nor at an edge of its cell`;
    throw new ImportFileError(`${file} is not valid CSV: ${fault}.`);
  }
}

/**
 * Finds the character between the columns of a CSV file: of comma, semicolon and tab the one that
 * is most frequent in the header, outside of quotes.
 *
 * @param start The beginning of the file with LF line breaks.
 */
export function csvDelimiter(start: string): string {
  const header = start.replace(/^\s*\n/, "").match(/^(?:"(?:[^"]|"")*"|[^"\n])*/)?.[0] ?? "";
  const bare = header.replace(/"(?:[^"]|"")*"/g, "");
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}
