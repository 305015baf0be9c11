import type { JsonPath } from "../bytes/walk_json.ts";

/** Where a row begins: its line in the file, from 1, or its path in a JSON document. */
export type RowPlace = number | JsonPath;

/** Alternative names of a value in a row, the preferred one first. */
export type Names = readonly string[];

/** A value of a row with the name under which the file has it. */
export interface Cell {
  readonly name: string;
  /** As in the file; `undefined` if the file has none of the names. */
  readonly value: unknown;
}

/** One row of a file, not yet validated. */
export interface SourceRow {
  readonly place: RowPlace;
  /**
   * The first non-empty value under the names. If all are empty, the first that exists, so that an empty column can be
   * distinguished from a missing one.
   */
  cell(names: Names): Cell;
  /** A form of the row that takes less memory, for one that has to wait; absent where there is none. */
  kept?(): SourceRow;
  /** The names that the row has, for messages; absent where the header shows them. */
  readonly names?: readonly string[];
}

/** Whether a value is empty: missing, `null` or white space. */
export function isEmptyValue(value: unknown): value is null | undefined | string {
  return value === undefined || value === null || typeof value === "string" && value.trim() === "";
}

/**
 * A cell as words, numbers and days are looked up in it: lower case, without accents and invisible characters, each run
 * of white space of any kind one space. Empty for what is neither a text nor a number nor a truth value.
 */
export function foldedCell(value: unknown): string {
  if (typeof value === "object" || value === undefined) return "";
  const text = String(value);
  if (/^[!-~]*$/.test(text)) return text.toLowerCase();
  return text.normalize("NFD").replace(/[\p{M}\p{Cf}]/gu, "").replace(/[\s\p{Z}]+/gu, " ").replaceAll("\u2019", "'")
    .trim()
    .toLowerCase();
}
