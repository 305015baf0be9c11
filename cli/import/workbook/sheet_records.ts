import { type CsvRecord, MOST_COLUMNS, tooWide } from "../bytes/csv_records.ts";
import { ImportFileError } from "../bytes/import_file_error.ts";
import { xmlEvents } from "../bytes/xml_events.ts";
import type { ZipArchive } from "../bytes/zip_archive.ts";
import type { Sheet, Workbook } from "./workbook.ts";

// Maximum characters of a cell; Excel allows 32,767.
const MOST_OF_CELL = 100_000;
const DAY_MS = 86_400_000;
const START_1900 = Date.UTC(1899, 11, 30);
const START_1904 = Date.UTC(1904, 0, 1);

/**
 * The rows of a sheet as records of texts (ECMA-376 part 1, 18.3.1). Dates are written `YYYY-MM-DD HH:MM:SS`, numbers as
 * in the file. The sheet is read as a stream.
 *
 * @throws {ImportFileError} If a cell has more text than a cell may have.
 */
export async function* sheetRecords(
  archive: ZipArchive,
  workbook: Workbook,
  sheet: Sheet,
  file: string,
): AsyncGenerator<CsvRecord> {
  let done: CsvRecord[] = [];
  let [number, column, kind, style, value, isValue, isHidden] = [0, 0, "", 0, "", false, false];
  let cells: string[] = [];
  let breaks = 0;
  const events = {
    open: (name: string, attributes: Readonly<Record<string, string>>) => {
      if (name === "row") {
        number = Number(attributes.r ?? number + 1);
        [cells, column, breaks] = [[], 0, 0];
        isHidden = attributes.hidden === "1" || attributes.hidden === "true";
      } else if (name === "c") {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        [kind, style, value] = [attributes.t ?? "n", Number(attributes.s ?? -1), ""];
      } else {
        isValue = name === "v" || name === "t";
      }
    },
    text: (piece: string) => {
      if (!isValue) return;
      value += piece;
      if (value.length > MOST_OF_CELL) {
        throw new ImportFileError(`${file} is damaged: a cell in row ${number} has more text than a cell can hold.`);
      }
    },
    close: (name: string) => {
      isValue = false;
      if (name === "c" && value !== "" && column >= 1) {
        if (column > MOST_COLUMNS) throw tooWide(file);
        while (cells.length < column - 1) cells.push("");
        const text = cellText(kind, style, value, workbook);
        cells[column - 1] = text;
        breaks += text.split("\n").length - 1;
      } else if (name === "row") {
        // The place of a row is computed from its last line, which a break within a cell moves on.
        done.push({ cells, lastLine: number + breaks, ...isHidden && { isHidden } });
      }
    },
  };
  yield* xmlEvents(archive.stream(sheet.part), file, events, () => {
    const taken = done;
    done = [];
    return taken;
  });
}

function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "") column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

function cellText(kind: string, style: number, value: string, workbook: Workbook): string {
  switch (kind) {
    case "s":
      return unescaped(workbook.strings[Number(value)] ?? "");
    case "b":
      return value === "1" ? "true" : "false";
    case "e":
      return "";
    case "n":
      return workbook.isDateStyle(style) ? dateText(Number(value), workbook.from1904) : value;
    default:
      return unescaped(value);
  }
}

function dateText(serial: number, from1904: boolean): string {
  if (!(serial >= 1 && serial < 3_000_000)) return String(serial);
  const time = new Date(Math.round(((from1904 ? START_1904 : START_1900) + serial * DAY_MS) / 1000) * 1000);
  const text = time.toISOString();
  return Number.isInteger(serial) ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

/** Characters that XML cannot hold are written `_x000D_` (ECMA-376 22.9.2.19). */
function unescaped(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(parseInt(code, 16))).replace(
    /\r\n?/g,
    "\n",
  );
}
