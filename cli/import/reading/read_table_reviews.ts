import type { CsvRecord } from "../bytes/csv_records.ts";
import { UnknownFormatError } from "../bytes/import_file_error.ts";
import { CsvColumns } from "../cells/csv_columns.ts";
import { CsvRow } from "../cells/csv_row.ts";
import type { FileContent, FileOptions } from "./file_content.ts";
import { FileReading, lastDayOf } from "./file_reading.ts";
import { formatOfColumns, unknownTable } from "../formats/find_format.ts";

const SAMPLED_ROWS = 200;

/**
 * Reads the reviews of a table record by record: a CSV file, or a sheet of a workbook. The first record that is not empty
 * is the header.
 *
 * @throws {ImportFileError} If it has no header or fits no format.
 */
export async function readTableReviews(
  records: AsyncIterable<CsvRecord>,
  file: string,
  options: FileOptions,
): Promise<FileContent> {
  let columns: CsvColumns | undefined;
  let reading: FileReading | null = null;
  let format = "";
  const sample: CsvRow[] = [];
  for await (const { cells, lastLine, isHidden } of records) {
    if (columns === undefined) {
      if (/^sep=.?$/i.test(cells.join(""))) continue;
      const header = new CsvColumns(cells);
      if (header.names.length === 0) continue;
      columns = header;
      const found = formatOfColumns(file, columns, options);
      format = found?.name ?? "";
      if (found !== null) reading = new FileReading(file, found, options, options);
      continue;
    }
    const row = new CsvRow(columns, cells, lastLine);
    if (row.isBlank) continue;
    if (reading === null) {
      sample.push(row);
      if (sample.length === SAMPLED_ROWS) break;
      continue;
    }
    options.onRow();
    if (isHidden) reading.leaveOut("hidden in the workbook");
    else if (row.surplus === "") reading.add(row);
    else reading.addBroken(row.place, row.surplus, `no more than ${columns.count} cells, as in the header`);
  }
  if (columns === undefined) throw new UnknownFormatError(`${file} is empty.`);
  if (reading === null) {
    const sampled = columns.names.map((name) => ({ name, values: sample.map((row) => row.cell([name]).value) }));
    throw unknownTable(file, sampled, lastDayOf(options.now));
  }
  return {
    format,
    rows: reading.finish(),
    business: null,
    place: reading.business,
    taxonomy: null,
    insights: null,
    linesOf: (places) => places.map(Number),
    file,
  };
}
