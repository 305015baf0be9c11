import { csvRecords } from "./bytes/csv_records.ts";
import { ImportFileError } from "./bytes/import_file_error.ts";
import { CsvColumns } from "./cells/csv_columns.ts";
import { CsvRow } from "./cells/csv_row.ts";
import type { FileContent, FileOptions } from "./file_content.ts";
import { FileReading } from "./file_reading.ts";
import { formatOfColumns } from "./formats/find_format.ts";

/**
 * Reads the reviews of a CSV file record by record.
 *
 * @param text Chunks of the file with LF line breaks.
 * @throws {ImportFileError} If it is not valid CSV, has no header or fits no format.
 */
export async function readCsvReviews(
  text: AsyncIterable<string>,
  delimiter: string,
  file: string,
  options: FileOptions,
): Promise<FileContent> {
  let columns: CsvColumns | undefined;
  let reading: FileReading | undefined;
  let format = "";
  for await (const { cells, lastLine } of csvRecords(text, delimiter, file)) {
    if (columns === undefined || reading === undefined) {
      columns = new CsvColumns(cells);
      if (columns.names.length === 0) {
        columns = undefined;
        continue;
      }
      const found = formatOfColumns(file, columns, options);
      format = found.name;
      reading = new FileReading(file, found, options);
      continue;
    }
    const row = new CsvRow(columns, cells, lastLine);
    if (row.isBlank) continue;
    options.onRow();
    if (row.surplus === "") {
      reading.addPlace(row);
      reading.add(row);
    } else {
      reading.addBroken(row.place, row.surplus, `no more than ${columns.count} cells, as in the header`);
    }
  }
  if (reading === undefined) throw new ImportFileError(`${file} is empty.`);
  return {
    format,
    rows: reading.finish(),
    business: null,
    place: reading.business,
    linesOf: (places) => places.map(Number),
  };
}
