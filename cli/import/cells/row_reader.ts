import { sentence, type Text } from "../../../domain/sentences/sentence.ts";
import { beginningOf } from "../../../domain/cut_text.ts";
import { mendedLetters } from "../bytes/broken_letters.ts";
import type { Cell, Names, SourceRow } from "./source_row.ts";

/** The result of parsing an invalid value. */
export class ValueFault {
  /** @param allowed What is expected, as a phrase that completes "expected". */
  constructor(readonly allowed: Text) {}
}

/** A value for display: one line of at most 80 characters, without control characters, which could harm a terminal. */
export function shownValue(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value) ?? "";
  return beginningOf(text, 80).replace(/\p{Cc}/gu, " ").replace(/\p{C}/gu, "\ufffd");
}

/** Names of columns or members for display, at most 40. */
export function listedNames(names: readonly string[]): string {
  const more = names.length > 40 ? ` and ${names.length - 40} more` : "";
  return names.slice(0, 40).map(shownValue).join(", ") + more;
}

/** A fault of one value of a row. */
export interface FieldFault {
  readonly field: string;
  /** The value, cut to 80 characters. */
  readonly value: string;
  /** What is expected, as a phrase that completes "expected". */
  readonly allowed: Text;
}

/** Parses the values of one row and collects all faults. */
export class RowReader {
  readonly faults: FieldFault[] = [];

  /** @param mendsLetters Whether to repair letters in every cell (see `mendedLetters`). */
  constructor(private readonly row: SourceRow, private readonly mendsLetters = false) {}

  /** The first non-empty value under the names, unparsed (see {@link SourceRow.cell}). */
  cell(names: Names): Cell {
    const cell = this.row.cell(names);
    return this.mendsLetters && typeof cell.value === "string" ? { ...cell, value: mendedLetters(cell.value) } : cell;
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

  /** Parses a value that a row may lack; null, after a call of `onFault`, if it cannot be parsed. */
  optional<T>(names: Names, read: (value: unknown) => T | ValueFault, onFault: () => void): T | null {
    const result = read(this.cell(names).value);
    if (!(result instanceof ValueFault)) return result;
    onFault();
    return null;
  }

  /** Records a fault. For a missing member it shows the names of the existing members instead of a value. */
  refuse(cell: Cell, allowed: Text): void {
    const { names } = this.row;
    const isMissing = cell.value === undefined && names !== undefined && names.length > 0;
    this.faults.push({
      field: cell.name,
      value: shownValue(cell.value),
      allowed: isMissing
        ? sentence("{allowed}; the keys here are {names}", { allowed, names: listedNames(names) })
        : allowed,
    });
  }
}
