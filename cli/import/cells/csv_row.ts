import type { CsvColumns } from "./csv_columns.ts";
import { type Cell, isEmptyValue, type Names, type SourceRow } from "./source_row.ts";

/** A record of a CSV file (RFC 4180). */
export class CsvRow implements SourceRow {
  readonly #columns: CsvColumns;
  readonly #cells: readonly string[];
  readonly #lastLine: number;

  /**
   * @param lastLine The line in which the record ends, from 1.
   */
  constructor(columns: CsvColumns, cells: readonly string[], lastLine: number) {
    this.#columns = columns;
    this.#cells = cells;
    this.#lastLine = lastLine;
  }

  /** The line in which the record begins. Counted only when asked for: few rows have faults. */
  get place(): number {
    let line = this.#lastLine;
    for (const cell of this.#cells) line -= cell.split("\n").length - 1;
    return line;
  }

  cell(names: Names): Cell {
    let first: Cell | undefined;
    for (const asked of names) {
      const index = this.#columns.index(asked);
      if (index < 0) continue;
      // Spreadsheets leave out the separators of empty cells at the end of a record.
      const cell = { name: this.#columns.name(index), value: this.#cells[index] ?? "" };
      if (!isEmptyValue(cell.value)) return cell;
      first ??= cell;
    }
    return first ?? { name: names[0] ?? "", value: undefined };
  }

  /** The cells beyond the last column that hold something, joined; empty in a sound record. */
  get surplus(): string {
    return this.#cells.slice(this.#columns.count).join("").trim();
  }

  /** Whether every cell is empty, as in the rows of bare separators that spreadsheets leave. */
  get isBlank(): boolean {
    return this.#cells.every((cell) => cell.trim() === "");
  }
}
