import type { DayOrder } from "./cells/numeric_day.ts";
import { ObjectRow } from "./cells/object_row.ts";
import { RowReader } from "./cells/row_reader.ts";
import type { RowPlace, SourceRow } from "./cells/source_row.ts";
import { DayOrderVotes } from "./day_order_votes.ts";
import type { ImportFormat } from "./formats/import_format.ts";
import { type PlaceBusiness, readPlace } from "./read_place.ts";
import { type ReadRow, readRow } from "./read_row.ts";

/** The result of reading one row, with its place. */
export interface FileRow extends ReadRow {
  /** Where the row begins; `null` for a row without faults, to save memory. */
  readonly place: RowPlace | null;
}

/** Settings for all rows of an import. */
export interface ReadingRules {
  /** The current time: later dates are refused, with one day of tolerance for time zones. */
  readonly now: Date;
  /** The order that the operator gives for dates such as 03/04/2024. */
  readonly dateOrder?: DayOrder | undefined;
}

/** Reads the rows of one file, whose format is known. */
export class FileReading {
  readonly #rows: (FileRow | SourceRow)[] = [];
  readonly #file: string;
  readonly #format: ImportFormat;
  readonly #votes = new DayOrderVotes();
  readonly #lastDay: string;
  #order: DayOrder | null | undefined;
  #business: PlaceBusiness | null = null;
  #isOnePlace = true;

  constructor(file: string, format: ImportFormat, rules: ReadingRules) {
    this.#file = file;
    this.#format = format;
    this.#lastDay = new Date(rules.now.getTime() + 86_400_000).toISOString().slice(0, 10);
    this.#order = format.dayOrder === "file" ? rules.dateOrder : format.dayOrder;
  }

  /** Parses a row; if the order of its dates is not known yet, keeps it until {@linkcode finish}. */
  add(row: SourceRow): void {
    this.#rows.push(this.#mustWait(row) ? row : this.#read(row));
  }

  /** Records a row that cannot be parsed at all. */
  addBroken(place: RowPlace, value: unknown, allowed: string): void {
    const reader = new RowReader(new ObjectRow({}, place));
    reader.refuse({ name: "row", value }, allowed);
    const { faults } = reader;
    this.#rows.push({ review: null, updated: null, skipped: null, faults, place });
  }

  /** Reads the description of the reviewed place from a row, or from the object that contains the rows. */
  addPlace(row: SourceRow): void {
    const { place } = this.#format;
    if (place === undefined || !this.#isOnePlace) return;
    const name = row.cell(place.name).value;
    if (name === undefined || name === this.#business?.name) return;
    const business = readPlace(row, place);
    if (business === null || business.name === this.#business?.name) return;
    this.#isOnePlace = this.#business === null;
    this.#business = business;
  }

  /** The place, if all rows that name one agree. */
  get business(): PlaceBusiness | null {
    return this.#isOnePlace ? this.#business : null;
  }

  /**
   * All rows in file order.
   *
   * @throws {ImportFileError} If some date needs the order of day and month and no date shows it.
   */
  finish(): readonly FileRow[] {
    return this.#rows.map((row) => {
      if (!("cell" in row)) return row;
      this.#order ??= this.#votes.decide(this.#file);
      return this.#read(row);
    });
  }

  #mustWait(row: SourceRow): boolean {
    if (this.#order !== undefined) return false;
    const { date, reply_date } = this.#format.fields;
    const needs = [date, reply_date].map((names) => this.#votes.see(row.cell(names).value));
    return needs.includes(true);
  }

  #read(row: SourceRow): FileRow {
    const read = readRow(row, this.#format, {
      lastDay: this.#lastDay,
      order: this.#order ?? null,
      epoch: this.#format.epochDates ?? false,
    });
    return { ...read, place: read.faults.length > 0 ? row.place : null };
  }
}
