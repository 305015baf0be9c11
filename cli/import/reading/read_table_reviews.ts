import type { CsvRecord } from "../bytes/csv_records.ts";
import { UnknownFormatError } from "../bytes/import_file_error.ts";
import { CsvColumns, CsvRow } from "../cells/source_row.ts";
import { type FileContent, type FileOptions, FileReading, lastDayOf } from "./file_reading.ts";
import { understandTable } from "../formats/find_format.ts";

const SAMPLED_ROWS = 500;

/**
 * Reads the reviews of a table record by record: a CSV file, or a sheet of a workbook. The header is the first
 * non-empty record. Lines above it with a single cell are titles and skipped.
 *
 * @throws {ImportFileError} If it has no header or fits no format.
 */
export async function readTableReviews(
  records: AsyncIterable<CsvRecord>,
  file: string,
  options: FileOptions,
): Promise<FileContent> {
  let columns: CsvColumns | undefined;
  let begun: FileReading | null = null;
  const first: TableRow[] = [];
  const begin = ({ names }: CsvColumns) => {
    const sound = first.filter(({ isHidden }) => !isHidden).map(({ row }) => row).filter(({ surplus }) =>
      surplus === ""
    );
    const sampled = [...new Set(names)].map((name) => ({
      name,
      values: sound.map((row) => row.cell([name]).value),
    }));
    const understanding = understandTable(file, sampled, options, lastDayOf(options.now));
    const reading = new FileReading(file, understanding, options);
    for (const row of first) addRow(reading, row);
    return reading;
  };
  for await (const { cells, lastLine, isHidden = false } of records) {
    const isTitled = columns?.names.length === 1 && begun === null && new CsvColumns(cells).names.length > 2;
    if (columns === undefined || isTitled) {
      first.length = 0;
      if (/^sep=.?$/i.test(cells.join(""))) continue;
      const header = new CsvColumns(cells);
      if (header.names.length > 0) columns = header;
      continue;
    }
    const row = { row: new CsvRow(columns, cells, lastLine), columns, isHidden };
    if (row.row.isBlank) continue;
    options.onRow();
    if (begun !== null) addRow(begun, row);
    else if (first.push(row) === SAMPLED_ROWS) begun = begin(columns);
  }
  if (columns === undefined) throw new UnknownFormatError(`${file} is empty.`);
  return (begun ?? begin(columns)).finish((places) => places.map(Number));
}

interface TableRow {
  readonly row: CsvRow;
  readonly columns: CsvColumns;
  readonly isHidden: boolean;
}

function addRow(reading: FileReading, { row, columns, isHidden }: TableRow): void {
  if (isHidden) reading.leaveOut(row.place, "hidden in the workbook");
  else if (row.surplus === "") reading.add(row);
  else reading.addBroken(row.place, row.surplus, `no more than ${columns.count} cells, as in the header`);
}
