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
