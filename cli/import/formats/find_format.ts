import { ImportFileError } from "../bytes/import_file_error.ts";
import type { CsvColumns } from "../cells/csv_columns.ts";
import { isJsonObject, ObjectRow } from "../cells/object_row.ts";
import type { Names } from "../cells/source_row.ts";
import { shownValue } from "../cells/value_fault.ts";
import type { FoundRows, ImportFormat } from "./import_format.ts";
import { IMPORT_FORMAT_NAMES, IMPORT_FORMATS } from "./import_formats.ts";
import { mappedCsv } from "./mapped_csv.ts";

/** What the operator specifies about the format. */
export interface FormatWish {
  /** Name of the format; determined for each file if absent. */
  readonly format?: string | undefined;
  /** Columns of the format "csv", by field. */
  readonly map?: ReadonlyMap<string, string> | undefined;
}

const FORMATS = `the formats are ${IMPORT_FORMAT_NAMES.join(", ")}`;

/**
 * The format that the operator names; `null` if none is named.
 *
 * @throws {ImportFileError} If there is no such format, or its column map is missing or wrong.
 */
export function namedFormat(wish: FormatWish): ImportFormat | null {
  if (wish.format === undefined) return null;
  if (wish.format === "csv") return mappedCsv(wish.map ?? new Map());
  const format = IMPORT_FORMATS.find(({ name }) => name === wish.format);
  if (format !== undefined) return format;
  throw new ImportFileError(`There is no format "${wish.format}": ${FORMATS}.`);
}

/**
 * Determines the format of a CSV file from its header. A column map that fits comes first, because the operator gave it
 * on purpose.
 *
 * @throws {ImportFileError} If the header fits no format, or not the one that is named.
 */
export function formatOfColumns(file: string, columns: CsvColumns, wish: FormatWish): ImportFormat {
  const isThere = (names: Names) => names.some((name) => columns.index(name) >= 0);
  const found = `its columns are ${listed(columns.names)}`;
  const named = namedFormat(wish);
  if (named !== null) {
    const missing = named.marks.find((names) => !isThere(names));
    if (missing === undefined) return named;
    throw new ImportFileError(
      `${file} is not of the format "${named.name}": it lacks the column ` +
        `"${missing.join('" or "')}"; ${found}.`,
    );
  }
  const mapped = wish.map && wish.map.size > 0 ? [mappedCsv(wish.map)] : [];
  const known = IMPORT_FORMATS.filter(({ containers }) => containers.includes("csv"));
  const format = [...mapped, ...known].find(({ marks }) => marks.every(isThere));
  if (format !== undefined) return format;
  throw new ImportFileError(
    `${file} is of no known format; ${found}; ${FORMATS}; name the columns of any other CSV ` +
      `file with --map, such as --map rating=Stars --map date=Created.`,
  );
}

/**
 * Determines the format of a JSON document and finds its rows.
 *
 * @throws {ImportFileError} If the document fits no format, or not the one that is named.
 */
export function formatOfDocument(
  file: string,
  document: unknown,
  wish: FormatWish,
): FoundRows & { readonly format: ImportFormat } {
  if (isJsonObject(document) && document.type === "FeatureCollection") {
    throw new ImportFileError(
      `${file} holds the reviews that a person wrote on Google Maps, not those of the business: ` +
        `take the reviews.json of "Google Business Profile" from the Takeout of its owner.`,
    );
  }
  const named = namedFormat(wish);
  const candidates = (named === null ? IMPORT_FORMATS : [named]).flatMap((format) => {
    const found = format.containers.includes("json") ? format.findRows?.(document) ?? null : null;
    return found === null ? [] : [{ ...found, format }];
  });
  // A document without rows fits any format of its layout: take the last, the service's own.
  const fitting = candidates.find((found) => named !== null || hasMarkedRow(found)) ??
    candidates.findLast(({ groups }) => groups.every(({ rows }) => rows.length === 0));
  if (fitting !== undefined) return fitting;
  const expected = named === null ? "of a known format" : `of the format "${named.name}"`;
  throw new ImportFileError(
    `${file} is JSON, but not ${expected}: its top level is ${outline(document)}; expected an ` +
      `array of reviews or an object with the array "reviews"; ${FORMATS}.`,
  );
}

function hasMarkedRow({ groups, format }: FoundRows & { format: ImportFormat }): boolean {
  return groups.some(({ rows }) =>
    rows.some((row) => {
      if (!isJsonObject(row)) return false;
      const members = new ObjectRow(row, []);
      return format.marks.every((names) => members.cell(names).value !== undefined);
    })
  );
}

function outline(document: unknown): string {
  if (Array.isArray(document)) return "an array";
  if (!isJsonObject(document)) return "neither an object nor an array";
  return `an object with the members ${listed(Object.keys(document))}`;
}

function listed(names: readonly string[]): string {
  const more = names.length > 40 ? ` and ${names.length - 40} more` : "";
  return names.slice(0, 40).map(shownValue).join(", ") + more;
}
