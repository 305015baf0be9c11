import type { JsonPath } from "../bytes/walk_json.ts";

/** Where a row begins: its line in the file, from 1, or its place in a JSON document. */
export type RowPlace = number | JsonPath;

/** Names under which a value may stand in a row, the preferred one first. */
export type Names = readonly string[];

/** A value of a row with the name that the file gives it. */
export interface Cell {
  readonly name: string;
  /** As the file has it; `undefined` when the file has none of the names. */
  readonly value: unknown;
}

/** One row of a file before anything in it is checked. */
export interface SourceRow {
  readonly place: RowPlace;
  /**
   * Gives the first value that is not empty. When all are empty it gives the first that is there,
   * so that a column left blank can be told from one that is missing.
   */
  cell(names: Names): Cell;
}

/** Tells whether a value says nothing: missing, `null` or a text of white space. */
export function isEmptyValue(value: unknown): value is null | undefined | string {
  return value === undefined || value === null || typeof value === "string" && value.trim() === "";
}
