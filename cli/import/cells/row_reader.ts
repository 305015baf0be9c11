import { mendedLetters } from "../bytes/broken_letters.ts";
import type { Cell, Names, SourceRow } from "./source_row.ts";
import { listedNames, shownValue, ValueFault } from "./value_fault.ts";

/** A fault of one value of a row. */
export interface FieldFault {
  /** The column or member, by its name in the file. */
  readonly field: string;
  /** The value, cut to 80 characters. */
  readonly value: string;
  /** What is expected, as a phrase that completes "expected". */
  readonly allowed: string;
}

/** Parses the values of one row and collects all faults. */
export class RowReader {
  readonly faults: FieldFault[] = [];
  readonly #row: SourceRow;
  readonly #mendsLetters: boolean;

  /** @param mendsLetters Whether letters that were decoded twice are put right in every cell. */
  constructor(row: SourceRow, mendsLetters = false) {
    this.#row = row;
    this.#mendsLetters = mendsLetters;
  }

  /** The first non-empty value under the names, not parsed (see {@link SourceRow.cell}). */
  cell(names: Names): Cell {
    const cell = this.#row.cell(names);
    return this.#mendsLetters && typeof cell.value === "string" ? { ...cell, value: mendedLetters(cell.value) } : cell;
  }

  /**
   * Parses the value under the names.
   *
   * @returns The result of `read`; `null` if it is a fault, which is then recorded.
   */
  take<T>(names: Names, read: (value: unknown) => T | ValueFault): T | null {
    const cell = this.cell(names);
    const result = read(cell.value);
    if (!(result instanceof ValueFault)) return result;
    this.refuse(cell, result.allowed);
    return null;
  }

  /** Records a fault. A member that is missing has no value to show, so the members that are there are shown. */
  refuse(cell: Cell, allowed: string): void {
    const { names } = this.#row;
    const isMissing = cell.value === undefined && names !== undefined && names.length > 0;
    this.faults.push({
      field: cell.name,
      value: shownValue(cell.value),
      allowed: isMissing ? `${allowed}; the keys here are ${listedNames(names)}` : allowed,
    });
  }
}
