import { ImportFileError, UnknownFormatError } from "../bytes/import_file_error.ts";
import type { CsvColumns } from "../cells/csv_columns.ts";
import { isJsonObject, ObjectRow } from "../cells/object_row.ts";
import type { Names } from "../cells/source_row.ts";
import { listedNames } from "../cells/value_fault.ts";
import { guessedOptions, type SampledColumn } from "./guess_map.ts";
import type { FoundRows, ImportFormat } from "./import_format.ts";
import { IMPORT_FORMAT_NAMES, IMPORT_FORMATS } from "./import_formats.ts";
import { type FieldMap, isWholeMap, mappedFormat, withMap } from "./mapped_format.ts";
import { rowsUnder } from "./row_groups.ts";

/** What the operator specifies about the format. */
export interface FormatWish {
  /** Name of the format; determined for each file if absent. */
  readonly format?: string | undefined;
  /** Columns by field, for the format "csv" or in place of those of a known format. */
  readonly map?: FieldMap | undefined;
}

const HELP = "docs/import.md has the formats";
const SAMPLED_ROWS = 200;

/**
 * The format that the operator names, with the columns of the map; `null` if none is named and the map alone does not
 * make one.
 *
 * @throws {ImportFileError} If there is no such format, or its column map is missing or wrong.
 */
export function namedFormat(wish: FormatWish): ImportFormat | null {
  const map: FieldMap = wish.map ?? new Map();
  if (wish.format === "csv") return mappedFormat(map);
  if (wish.format === undefined) return map.size > 0 && isWholeMap(map) ? mappedFormat(map) : null;
  const format = IMPORT_FORMATS.find(({ name }) => name === wish.format);
  if (format !== undefined) return map.size > 0 ? withMap(format, map) : format;
  throw new ImportFileError(`There is no format "${wish.format}": the formats are ${IMPORT_FORMAT_NAMES.join(", ")}.`);
}

/**
 * Determines the format of a table, such as a CSV file, from its header.
 *
 * @returns Null if the header fits no format, and none is named.
 * @throws {ImportFileError} If the header does not fit the format that is named, or lacks a column of the map.
 */
export function formatOfColumns(file: string, columns: CsvColumns, wish: FormatWish): ImportFormat | null {
  const isThere = (names: Names) => names.some((name) => columns.index(name) >= 0);
  const named = namedFormat(wish);
  if (named !== null) {
    const missing = named.marks.find((names) => !isThere(names));
    if (missing === undefined) return accepted(file, named);
    const expected = wish.format === undefined
      ? `${file} lacks the column "${missing.join('" or "')}" that --map names`
      : `${file} is not of the format "${named.name}": it lacks the column "${missing.join('" or "')}"`;
    // Notes beside the reviews, in an archive or a workbook, have none of them; with some it is a mistake of the map.
    const Refusal = named.marks.some(isThere) ? ImportFileError : UnknownFormatError;
    throw new Refusal(`${expected}; its columns are ${listedNames(columns.names)}.`);
  }
  const format = IMPORT_FORMATS.find(({ containers, marks }) => containers.includes("csv") && marks.every(isThere));
  return format === undefined ? null : accepted(file, mapped(file, format, wish, isThere, columns.names));
}

/**
 * The refusal of a table of no known format: the columns as they could be mapped, to be confirmed by the operator.
 *
 * @param sample Some of the rows.
 */
export function unknownTable(
  file: string,
  columns: readonly SampledColumn[],
  lastDay: string,
): UnknownFormatError {
  const found = `its columns are ${listedNames(columns.map(({ name }) => name))}`;
  const guess = guessedOptions(columns, lastDay);
  return new UnknownFormatError(
    guess === null
      ? `${file} is of no known format; ${found}; ${HELP}; name the columns of any other CSV ` +
        `file with --map, such as --map rating=Stars --map date=Created.`
      : `${file} is of no known format; ${found}. If this is what they mean, import it with: ${guess}`,
  );
}

/**
 * Determines the format of a JSON document and finds its rows.
 *
 * @param file The name, for messages.
 * @param container What contains the document.
 * @throws {ImportFileError} If the document fits no format, or not the one that is named.
 */
export function formatOfDocument(
  file: string,
  document: unknown,
  wish: FormatWish,
  lastDay: string,
  container: "json" | "html" = "json",
): FoundRows & { readonly format: ImportFormat } {
  if (isJsonObject(document) && document.type === "FeatureCollection") {
    throw new UnknownFormatError(
      `${file} holds the reviews that a person wrote on Google Maps, not those of the business: ` +
        `take the reviews.json of "Google Business Profile" from the Takeout of its owner.`,
    );
  }
  const named = namedFormat(wish);
  const candidates = (named === null ? IMPORT_FORMATS : [named]).flatMap((format) => {
    const found = format.containers.includes(container) ? format.findRows?.(document) ?? null : null;
    return found === null ? [] : [{ ...found, format }];
  });
  // A document without rows fits any format of its layout: take the last, the service's own.
  const fitting = candidates.find((found) => isMarked(found, named !== null && wish.format !== undefined)) ??
    candidates.findLast(({ groups }) => groups.every(({ rows }) => rows.length === 0));
  if (fitting !== undefined) {
    const map = wish.map ?? new Map();
    const format = named !== null || map.size === 0
      ? fitting.format
      : mapped(file, fitting.format, wish, (names) => hasRow(fitting, [names]), namesOf(fitting));
    return { ...fitting, format };
  }
  throw unknownDocument(file, document, wish, lastDay);
}

/** The format with the columns of the operator's map. */
function mapped(
  file: string,
  format: ImportFormat,
  { map }: FormatWish,
  isThere: (names: Names) => boolean,
  names: readonly string[],
): ImportFormat {
  if (map === undefined || map.size === 0) return format;
  const missing = [...map.values()].find((name) => !isThere([name]));
  if (missing === undefined) return withMap(format, map);
  throw new ImportFileError(
    `${file} is of the format "${format.name}" and lacks the column "${missing}" that --map names; ` +
      `its columns are ${listedNames(names)}.`,
  );
}

function accepted(file: string, format: ImportFormat): ImportFormat {
  if (format.refusal !== undefined) throw new ImportFileError(`${file} ${format.refusal}.`);
  return format;
}

function isMarked(found: FoundRows & { readonly format: ImportFormat }, isNamed: boolean): boolean {
  return isNamed || hasRow(found, found.format.marks);
}

function hasRow({ groups }: FoundRows, marks: readonly Names[]): boolean {
  return groups.some(({ rows }) =>
    rows.some((row) => {
      if (!isJsonObject(row)) return false;
      const members = new ObjectRow(row, []);
      return marks.every((names) => members.cell(names).value !== undefined);
    })
  );
}

function namesOf({ groups }: FoundRows): readonly string[] {
  return [...new Set(groups.flatMap(({ rows }) => rows.slice(0, 20)).flatMap((row) => Object.keys(row ?? {})))];
}

function unknownDocument(file: string, document: unknown, wish: FormatWish, lastDay: string): ImportFileError {
  const rows = rowsUnder("reviews")(document)?.groups.flatMap(({ rows }) => rows).filter(isJsonObject) ?? [];
  const columns = sampled(rows.slice(0, SAMPLED_ROWS));
  const names = columns.map(({ name }) => name);
  const named = namedFormat(wish);
  if (named !== null && names.length > 0) {
    const there = new ObjectRow(rows[0] ?? {}, []);
    const missing = named.marks.find((marks) => there.cell(marks).value === undefined) ?? [];
    return new ImportFileError(
      `${file} lacks the key "${missing.join('" or "')}" that ` +
        `${wish.format === undefined ? "--map names" : `the format "${named.name}" needs`}; ` +
        `its first review has the keys ${listedNames(names)}.`,
    );
  }
  const expected = named === null ? "of a known format" : `of the format "${named.name}"`;
  const guess = named === null ? guessedOptions(columns, lastDay) : null;
  if (guess !== null) {
    return new UnknownFormatError(
      `${file} is JSON, but not ${expected}: its reviews have the keys ${listedNames(names)}. ` +
        `If this is what they mean, import it with: ${guess}`,
    );
  }
  const keys = names.length > 0 ? ` whose first element has the keys ${listedNames(names)}` : "";
  return new UnknownFormatError(
    `${file} is JSON, but not ${expected}: its top level is ${outline(document)}${keys}; expected an ` +
      `array of reviews or an object with the array "reviews"; ${HELP}.`,
  );
}

/** The members of rows as columns, nested ones by their paths. */
function sampled(rows: readonly unknown[]): readonly SampledColumn[] {
  const columns = new Map<string, unknown[]>();
  for (const row of rows) collect(row, "", columns);
  return Array.from(columns, ([name, values]) => ({ name, values }));
}

function collect(value: unknown, path: string, columns: Map<string, unknown[]>): void {
  if (isJsonObject(value) && path.split(".").length < 4) {
    for (const [name, member] of Object.entries(value)) {
      collect(member, path === "" ? name : `${path}.${name}`, columns);
    }
    return;
  }
  if (path === "") return;
  const values = columns.get(path) ?? [];
  values.push(typeof value === "object" && value !== null ? JSON.stringify(value) : value);
  columns.set(path, values);
}

function outline(document: unknown): string {
  if (Array.isArray(document)) return "an array";
  if (!isJsonObject(document)) return "neither an object nor an array";
  return `an object with the members ${listedNames(Object.keys(document))}`;
}
