import type { Cell, Names, SourceRow } from "./source_row.ts";
import { shownValue, ValueFault } from "./value_fault.ts";

/** What is wrong with one value of a row. */
export interface FieldFault {
  /** The column or member by its name in the file. */
  readonly field: string;
  /** The value found, cut to 80 characters. */
  readonly value: string;
  /** What would be right, as a phrase that completes "expected". */
  readonly allowed: string;
}

/** Reads the values of one row and collects every fault that it meets. */
export class RowReader {
  readonly faults: FieldFault[] = [];
  readonly #row: SourceRow;

  constructor(row: SourceRow) {
    this.#row = row;
  }

  /** Gives the first value under the names, unread (see {@link SourceRow.cell}). */
  cell(names: Names): Cell {
    return this.#row.cell(names);
  }

  /**
   * Reads the value under the names.
   *
   * @returns What `read` makes of it, or `null` after a fault has been noted.
   */
  take<T>(names: Names, read: (value: unknown) => T | ValueFault): T | null {
    const cell = this.#row.cell(names);
    const result = read(cell.value);
    if (!(result instanceof ValueFault)) return result;
    this.refuse(cell, result.allowed);
    return null;
  }

  /** Notes that a value is not right. */
  refuse(cell: Cell, allowed: string): void {
    this.faults.push({ field: cell.name, value: shownValue(cell.value), allowed });
  }
}
