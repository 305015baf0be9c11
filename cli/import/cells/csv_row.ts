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

  /** The line in which the record begins, from 1. Computed on demand, as only faulty rows need it. */
  get place(): number {
    let line = this.#lastLine;
    for (const cell of this.#cells) line -= cell.split("\n").length - 1;
    return line;
  }

  cell(names: Names): Cell {
    return cellOf(this.#columns, names, (index) => this.#cells[index]);
  }

  /** The joined cells beyond the last column; empty in a well-formed record. */
  get surplus(): string {
    return this.#cells.slice(this.#columns.count).join("").trim();
  }

  /** Without its empty cells, where these are most: a row may be read from 40 bytes and hold 1000 cells. */
  kept(): SourceRow {
    const cells = new Map<number, string>();
    for (let index = 0; index < this.#cells.length; index++) {
      const cell = this.#cells[index] ?? "";
      if (cell !== "") cells.set(index, cell);
      if (cells.size * 4 > this.#cells.length) return this;
    }
    // Without a reference to this row, which the kept one takes the place of.
    const columns = this.#columns;
    return { place: this.place, cell: (names) => cellOf(columns, names, (index) => cells.get(index)) };
  }

  /** Whether all cells are empty, as in the rows of mere separators that spreadsheets write. */
  get isBlank(): boolean {
    return this.#cells.every((cell) => cell === "" || cell.trim() === "");
  }
}

function cellOf(columns: CsvColumns, names: Names, cellAt: (index: number) => string | undefined): Cell {
  let first: Cell | undefined;
  for (const asked of names) {
    const index = columns.index(asked);
    if (index < 0) continue;
    // Spreadsheets omit the separators of empty cells at the end of a record.
    const cell = { name: columns.name(index), value: cellAt(index) ?? "" };
    if (!isEmptyValue(cell.value)) return cell;
    first ??= cell;
  }
  return first ?? { name: names[0] ?? "", value: undefined };
}
