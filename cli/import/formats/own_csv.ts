import type { ImportedReview } from "../../../domain/review.ts";
import { parsedJson } from "../bytes/json_positions.ts";
import type { Cell, SourceRow } from "../cells/source_row.ts";
import { formatNamed } from "./import_formats.ts";

const COLUMNS = Object.values(formatNamed("reviews-json").fields).flat();
const LISTS: ReadonlySet<string> = new Set(["mentioned_technicians", "mentioned_services", "aliases"]);
// Spreadsheets calculate cells that begin with one of these, some with the full-width forms too. Cells with apostrophes
// before it get one more, to lose nothing.
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/;
// Without it, Excel takes UTF-8 for another coding.
const BYTE_ORDER_MARK = "\ufeff";

/** Writes the header of our own CSV (RFC 4180), in UTF-8 with a byte order mark. */
export function ownCsvHeader(): string {
  return `${BYTE_ORDER_MARK}${COLUMNS.join(",")}\r\n`;
}

/** Writes a review as one record. Lists are JSON; a cell that a spreadsheet would calculate gets an apostrophe. */
export function ownCsvRecord(review: ImportedReview): string {
  return COLUMNS.map((path) => {
    const value = path.split(".").reduce<unknown>((of, name) => Object(of ?? {})[name], review) ?? "";
    const text = Array.isArray(value) ? value.length === 0 ? "" : JSON.stringify(value) : String(value);
    const guarded = FORMULA.test(text) ? `'${text}` : text;
    return /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
  }).join(",") + "\r\n";
}

/** Returns a row of our own CSV with the values that {@linkcode ownCsvRecord} wrote. */
export function ownCsvRow(row: SourceRow): SourceRow {
  return {
    place: row.place,
    cell: (names) => plainCell(row.cell(names)),
    kept: () => ownCsvRow(row.kept?.() ?? row),
  };
}

function plainCell({ name, value }: Cell): Cell {
  if (typeof value !== "string") return { name, value };
  const text = value.startsWith("'") && FORMULA.test(value) ? value.slice(1) : value;
  if (LISTS.has(name)) return { name, value: text.trim() === "" ? undefined : parsedJson(text) ?? text };
  return { name, value: text };
}
