import { wordsOfKind } from "./language_words.ts";
import { getOrMake } from "../../../domain/get_or_make.ts";
import type { CsvRecord } from "../bytes/csv_records.ts";
import type { JsonPath } from "../bytes/json_positions.ts";

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object (neither an array nor `null`). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A row that is a JSON object. A name with dots (`reviewer.displayName`, `photos.0`) is a path into nested objects. */
export class ObjectRow implements SourceRow {
  constructor(private readonly members: JsonObject, readonly place: RowPlace) {}

  cell(names: Names): Cell {
    return firstCell(names, (name) => ({ name, value: this.#value(name) }));
  }

  get names(): readonly string[] {
    return Object.keys(this.members);
  }

  #value(name: string): unknown {
    const own = memberOf(this.members, name);
    if (own !== undefined || !name.includes(".")) return inOneLanguage(own);
    return inOneLanguage(name.split(".").reduce<unknown>(memberOf, this.members));
  }
}

/**
 * The first text of an object with texts by language, such as `{"en": "Good", "de": "Gut"}`, and null for one without any;
 * other values as they are.
 */
export function inOneLanguage(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const texts = Object.entries(value);
  if (texts.length === 0) return null;
  const isByLanguage = texts.every(([name, text]) =>
    typeof text === "string" && name !== "id" && /^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/.test(name)
  );
  return isByLanguage ? texts[0]?.[1] : value;
}

function memberOf(value: unknown, name: string): unknown {
  if (isJsonObject(value)) return Object.hasOwn(value, name) ? value[name] : undefined;
  return Array.isArray(value) && /^\d+$/.test(name) ? value[Number(name)] : undefined;
}

/** A record of a CSV file (RFC 4180). */
export class CsvRow implements SourceRow {
  constructor(private readonly columns: CsvColumns, readonly record: CsvRecord) {}

  get place(): number {
    return this.record.line;
  }

  cell(names: Names): Cell {
    return cellOf(this.columns, names, (index) => this.record.cells[index]);
  }

  /** The joined cells beyond the last column; empty in a well-formed record. */
  get surplus(): string {
    return this.record.cells.slice(this.columns.count).join("").trim();
  }

  /** The filled cells, if at most a quarter are, else this row. Saves memory: 40 bytes can become 1000 cells. */
  kept(): SourceRow {
    const cells = new Map<number, string>();
    for (const [index, cell] of this.record.cells.entries()) {
      if (cell !== "") cells.set(index, cell);
      if (cells.size * 4 > this.record.cells.length) return this;
    }
    // The copy must not capture `this`, or the full row stays in memory.
    const columns = this.columns;
    return { place: this.place, cell: (names) => cellOf(columns, names, (index) => cells.get(index)) };
  }
}

function cellOf(columns: CsvColumns, names: Names, cellAt: (index: number) => string | undefined): Cell {
  return firstCell(names, (asked) => {
    const index = columns.index(asked);
    // Spreadsheets omit the separators of empty cells at the end of a record.
    if (index >= 0) return { name: columns.name(index), value: cellAt(index) ?? "" };
    const list = columns.numbered(asked);
    return { name: asked, value: list.length > 0 ? list.map((index) => cellAt(index) ?? "") : undefined };
  });
}

/** The first cell with a value, else the first that exists. */
function firstCell(names: Names, cellNamed: (name: string) => Cell): Cell {
  let first: Cell | undefined;
  for (const name of names) {
    const cell = cellNamed(name);
    if (cell.value === undefined) continue;
    if (!isEmptyValue(cell.value)) return cell;
    first ??= cell;
  }
  return first ?? { name: names[0] ?? "", value: undefined };
}

/**
 * The header of a CSV file. Case and the amount of white space in names do not matter, because exports of one platform
 * differ in that. The second column of a name "Date" is called "Date 2". Columns without a name are ignored. A dot and a
 * slash are the same in names of nested JSON (`user.name`, `user/name`).
 */
export class CsvColumns {
  /** The column names as written, except empty ones. */
  readonly names: readonly string[];
  /** Number of columns in the header, nameless ones included. */
  readonly count: number;
  readonly #header: readonly string[];
  readonly #indexes = new Map<string, number>();
  readonly #asked = new Map<string, number>();
  readonly #lists = new Map<string, number[]>();

  constructor(header: readonly string[]) {
    this.#header = header.map((cell, index) => {
      const name = cell.trim();
      let unique = name;
      for (let nth = 2; this.#indexes.has(comparableName(unique)); nth++) unique = `${name} ${nth}`;
      if (name !== "") this.#indexes.set(comparableName(unique), index);
      return unique;
    });
    this.count = header.length;
    this.names = this.#header.filter((name) => name !== "");
  }

  /** The index of a column; -1 if the header does not have it. */
  index(name: string): number {
    return getOrMake(this.#asked, name, () => this.#indexes.get(comparableName(name)) ?? -1);
  }

  /** The indexes of the columns that hold the items of a list (`photos/0`, `photos/1`), in order; empty if none does. */
  numbered(name: string): readonly number[] {
    return getOrMake(this.#lists, name, () => {
      const list: number[] = [];
      for (let index; (index = this.index(`${name}.${list.length}`)) >= 0;) list.push(index);
      return list;
    });
  }

  /** The name of a column as written. */
  name(index: number): string {
    return this.#header[index] ?? "";
  }
}

/** Normalises a name for comparison. */
export function comparableName(name: string): string {
  return name.trim().replace(/\s+/g, " ").replaceAll("/", ".").toLowerCase();
}

/** Position of a row: the line in which it begins, from 1, or its path in a JSON document. */
export type RowPlace = number | JsonPath;

/** Alternative names of a value in a row, the preferred one first. */
export type Names = readonly string[];

/** A value of a row with its name in the file. */
export interface Cell {
  readonly name: string;
  /** The value as in the file; `undefined` if the file has none of the names. */
  readonly value: unknown;
}

/** One row of a file, not yet validated. */
export interface SourceRow {
  readonly place: RowPlace;
  /** The first non-empty value under the names, else the first that exists: an empty column is not a missing one. */
  cell(names: Names): Cell;
  /** Returns a form of the row that takes less memory, for storing it; absent if there is none. */
  kept?(): SourceRow;
  /** The names of the row's members, for messages; absent for rows of a table, which has a header. */
  readonly names?: readonly string[];
}

/** Days that databases and spreadsheets write for an empty cell. The latter count days from 30 December 1899. */
const NO_DAYS = ["0000-00-00", "1899-12-30", "30.12.1899", "30/12/1899", "12/30/1899"];
const NO_VALUES = new Set([
  ..."- -- – — NULL null (null) None none NaN nan undefined n/a N/A #N/A (blank) k.A. . ? \\N".split(" "),
  ...["", "k. A."],
  ...NO_DAYS.flatMap((day) => ["", " 0:00", " 00:00", " 00:00:00", "T00:00:00"].map((time) => day + time)),
]);

const UNWRITTEN = wordsOfKind("unwritten");
const LONGEST_UNWRITTEN = 20;

/** Whether a value is empty: missing, `null`, an empty list, white space, or a placeholder such as "N/A" or "No reply". */
export function isEmptyValue(value: unknown): value is null | undefined | string | readonly never[] {
  if (value === undefined || value === null || Array.isArray(value) && value.length === 0) return true;
  if (typeof value !== "string") return false;
  return NO_VALUES.has(value.trim()) ||
    value.length <= LONGEST_UNWRITTEN && value.includes(" ") && UNWRITTEN.has(foldedCell(value));
}

/** A value as text: a list or an object as JSON. */
export function plainText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value).trim();
}

/** Whether a value holds words of a text: three, or eight letters of a script other than Latin. */
export function isOfWords(value: unknown): boolean {
  return typeof value === "string" && /\S\s+\S+\s+\S|[^\p{sc=Latn}\p{P}\s\d]{8}/u.test(value);
}

/** Normalises a cell: lower case, no accents or invisible characters, single spaces. Empty for objects and lists. */
export function foldedCell(value: unknown): string {
  if (typeof value === "object" || value === undefined) return "";
  const text = String(value);
  if (/^[!-~]*$/.test(text)) return text.toLowerCase();
  return text.normalize("NFD").replace(/[\p{M}\p{Cf}]/gu, "").replace(/[\s\p{Z}]+/gu, " ").replaceAll("\u2019", "'")
    .trim()
    .toLowerCase();
}
