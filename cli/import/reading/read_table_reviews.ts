import { sentence } from "../../../domain/sentences/sentence.ts";
import type { CsvRecord } from "../bytes/csv_records.ts";
import { UnknownFormatError } from "../bytes/file_container.ts";
import { CsvColumns, CsvRow } from "../cells/source_row.ts";
import type { FileContent, FileOptions } from "./file_content.ts";
import { FileReading } from "./file_reading.ts";
import { SAMPLED_ROWS } from "../formats/file_layout.ts";
import { understandTable } from "../formats/find_format.ts";

/** Number of first records of which one is the header. */
const MOST_HEADERS = 10;

/**
 * Reads the reviews of a table record by record: a CSV file, or a sheet of a workbook. Of the first ten records, the
 * header is the first one with at least half as many names as the longest. Titles and groups of columns above it are
 * skipped.
 *
 * @throws {ImportFileError} If it has no header or fits no format.
 */
export async function readTableReviews(
  records: AsyncIterable<CsvRecord>,
  file: string,
  options: FileOptions,
): Promise<FileContent> {
  let begun: { readonly reading: FileReading; readonly columns: CsvColumns } | null = null;
  const first: CsvRecord[] = [];
  const beginAt = (at: number) => {
    const columns = headerOf(first, at);
    const rows = first.slice(at + 1).map((record) => new CsvRow(columns, record));
    const sound = rows.filter(({ record: { isHidden }, surplus }) => isHidden !== true && surplus === "");
    const sample = sound.length > 0 ? sound : rows;
    const sampled = [...new Set(columns.names)]
      .map((name) => ({ name, values: sample.map((row) => row.cell([name]).value) }));
    const understanding = understandTable(file, sampled, options);
    const reading = new FileReading(file, understanding, options);
    for (const row of rows) addRow(reading, columns, row);
    return { reading, columns };
  };
  const begin = () => {
    const counts = first.slice(0, MOST_HEADERS).map(({ cells }) => new CsvColumns(cells).names.length);
    if (counts.length === 0) throw new UnknownFormatError(sentence("{file} is empty.", { file }));
    return beginAt(counts.findIndex((count) => count * 2 >= Math.max(...counts)));
  };
  for await (const record of records) {
    const { cells } = record;
    if (cells.every((cell) => cell.trim() === "") || first.length === 0 && /^sep=.?$/i.test(cells.join(""))) continue;
    options.onRow();
    if (begun !== null) addRow(begun.reading, begun.columns, new CsvRow(begun.columns, record));
    else if (first.push(record) > SAMPLED_ROWS) begun = begin();
  }
  return (begun ?? begin()).reading.finish((places) => places.map(Number));
}

/** The columns of a header. A repeated name gets the group of columns in the record above, or else its number. */
function headerOf(records: readonly CsvRecord[], at: number): CsvColumns {
  const { cells = [] } = records[at] ?? {};
  const above = records[at - 1]?.cells ?? [];
  let group = "";
  return new CsvColumns(cells.map((name, index) => {
    group = above[index]?.trim() || group;
    return name.trim() === "" || cells.indexOf(name) === index ? name : `${group} ${name}`;
  }));
}

function addRow(reading: FileReading, columns: CsvColumns, row: CsvRow): void {
  if (row.record.isHidden === true) reading.leaveOut(row.place, sentence("hidden in the workbook"));
  else if (row.surplus === "") reading.add(row);
  else {
    const allowed = sentence("at most {count}, as in the header; a text with the delimiter needs quotes", {
      count: columns.count,
    });
    reading.addBroken(row.place, `${row.record.cells.length} cells`, allowed);
  }
}
