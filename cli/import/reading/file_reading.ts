import type { ImportedReview } from "../../../domain/review.ts";
import type { DayOrder } from "../cells/days/numeric_day.ts";
import { ImportFileError } from "../bytes/import_file_error.ts";
import { brokenWarning, brokenWord } from "../bytes/broken_letters.ts";
import { isJsonObject, ObjectRow } from "../cells/object_row.ts";
import { RowReader } from "../cells/row_reader.ts";
import { type Cell, isEmptyValue, type RowPlace, type SourceRow } from "../cells/source_row.ts";
import { shownValue } from "../cells/value_fault.ts";
import { DayOrderVotes } from "./day_order_votes.ts";
import { type FormatWish, withLateColumns } from "../formats/find_format.ts";
import type { ImportFormat } from "../formats/import_format.ts";
import type { FoundRows } from "../formats/row_groups.ts";
import type { Doubt, Understanding } from "../formats/understanding.ts";
import { type PlaceChoice, placeOf } from "./place_choice.ts";
import { type PlaceBusiness, readPlace } from "./read_place.ts";
import { type ReadRow, readRow, type RowNote, type RowRules } from "./read_row.ts";

/** The result of reading one row, with its place. */
export interface FileRow extends ReadRow {
  /** Where the row begins; `null` for a row without faults, to save memory. */
  readonly place: RowPlace | null;
}

const LEFT_OUT: Omit<FileRow, "skipped"> = { review: null, updated: null, faults: [], place: null };
const OTHER_PLACE: FileRow = { ...LEFT_OUT, skipped: "of another place" };

/** Settings for all rows of an import. */
export interface ReadingRules {
  /** The current time: later dates are refused, with one day of tolerance for time zones. */
  readonly now: Date;
  /** The source of rows that name none, in place of that of the format. */
  readonly source?: string | undefined;
  /** The best rating, in place of that of the format. */
  readonly scale?: number | undefined;
  /** The day from which relative dates count, `YYYY-MM-DD`. */
  readonly relativeTo?: string | undefined;
  /** The order that the operator gives for dates such as 03/04/2024. */
  readonly dateOrder?: DayOrder | undefined;
  /** Whether letters that were decoded twice ("ZoÃ«") are put right. */
  readonly mendLetters?: boolean | undefined;
}

/** How a review file is read, and what an import gathers over all its files. */
export interface FileOptions extends FormatWish, ReadingRules {
  readonly places: PlaceChoice;
  /** Called for each row, to report progress. */
  readonly onRow: () => void;
  readonly onNote: (note: RowNote) => void;
  /** Called with a sentence about a file that the operator should look at, though it was read. */
  readonly onWarning: (sentence: string) => void;
}

/** The content of one review file. */
export interface FileContent {
  /** The name of the file, with that of its part in an archive or a workbook. */
  readonly file: string;
  /** What the file was taken for. */
  readonly understanding: Understanding;
  /** All rows in file order. */
  readonly rows: readonly FileRow[];
  /** What an export of everything describes; absent in other files. */
  readonly described?: Omit<FoundRows, "groups">;
  /** The place as described in another format; `null` if it is not, or rows differ. */
  readonly place: PlaceBusiness | null;
  /** The lines, from 1, in which rows begin; expects the places in file order. */
  readonly linesOf: (places: readonly RowPlace[]) => readonly number[];
}

/** The day after now, up to which dates are accepted. */
export function lastDayOf(now: Date): string {
  return new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
}

/** A row kept unread until the order of day and month is known. */
interface WaitingRow {
  readonly waiting: SourceRow;
  /** What describes its place. */
  readonly described: SourceRow;
}

/** Reads the rows of one file, whose format is known. */
export class FileReading {
  readonly #rows: (FileRow | WaitingRow)[] = [];
  readonly #file: string;
  readonly #format: ImportFormat;
  #understanding: Understanding;
  readonly #silent: readonly string[];
  readonly #members: ReadonlySet<string>;
  readonly #late = new Map<string, unknown>();
  #isTable = true;
  readonly #votes = new DayOrderVotes();
  readonly #rules: { -readonly [Name in keyof RowRules]: RowRules[Name] };
  readonly #places: PlaceChoice;
  #aboveFive: Cell | null = null;
  #placeOfRows: SourceRow | null = null;
  #order: DayOrder | undefined;
  #business: PlaceBusiness | null = null;
  #isOnePlace = true;
  readonly #onWarning: (sentence: string) => void;
  #broken: { readonly word: string; reviews: number } | null = null;

  constructor(
    file: string,
    understanding: Understanding,
    rules: FileOptions,
  ) {
    const { places, onNote, onWarning } = rules;
    const { format, ground, columns } = understanding;
    const confirmed = ground === "given" ? null : rules.confirmed?.(columns) ?? null;
    places.choose(confirmed?.places);
    this.#file = file;
    const isOpen = ({ field }: Doubt) => field !== "scale" || rules.scale === undefined;
    this.#understanding = { ...understanding, doubts: understanding.doubts.filter(isOpen) };
    this.#silent = understanding.silent;
    this.#members = new Set(understanding.columns.map((name) => name.split(".")[0] ?? name));
    this.#format = rules.source === undefined ? format : { ...format, source: rules.source };
    this.#rules = {
      lastDay: lastDayOf(rules.now),
      relativeTo: rules.relativeTo ?? null,
      scale: rules.scale ?? null,
      hasPlaces: places.isChosen,
      order: null,
      mendLetters: rules.mendLetters || confirmed?.mendLetters === true,
      onNote,
      onMonth: () => onNote("month only"),
      onAboveFive: (cell) => this.#aboveFive ??= cell,
    };
    this.#onWarning = onWarning;
    this.#places = places;
    this.#order = rules.dateOrder ?? format.dateOrder;
    this.#rules.order = this.#order ?? null;
  }

  /** Names the object that describes the place of the rows to come; null if each row does. */
  startGroup(place: SourceRow | null): void {
    this.#placeOfRows = place;
  }

  /** Parses a row; if the order of its dates is not known yet, keeps it until {@linkcode finish}. */
  add(row: SourceRow): void {
    const described = this.#placeOfRows ?? row;
    if (!this.#places.admits(row, described, this.#format)) {
      this.#rows.push(OTHER_PLACE);
      return;
    }
    this.#seeColumns(row);
    this.#addPlace(described);
    const waiting = this.#mustWait(row) ? row.kept?.() ?? row : null;
    if (waiting === null) this.#rows.push(this.#read(row, described));
    else this.#rows.push({ waiting, described: this.#placeOfRows ?? waiting });
  }

  /** Parses a row of JSON; records one that is no object. */
  addMembers(members: unknown, place: RowPlace, allowed: string): void {
    if (isJsonObject(members)) this.add(new ObjectRow(this.#format.plainRow?.(members) ?? members, place));
    else this.addBroken(place, members, allowed);
  }

  /** Records columns that have a value here but were empty or absent in the sample. */
  #seeColumns(row: SourceRow): void {
    this.#isTable = row.names === undefined;
    for (const name of row.names ?? this.#silent) {
      if (row.names !== undefined && this.#members.has(name) || this.#late.has(name)) continue;
      const { value } = row.cell([name]);
      if (!isEmptyValue(value)) this.#late.set(name, value);
    }
  }

  /** Records a row that is left out, with the reason for the report. */
  leaveOut(reason: string): void {
    this.#rows.push({ ...LEFT_OUT, skipped: reason });
  }

  /** Records a row that cannot be parsed at all. */
  addBroken(place: RowPlace, value: unknown, allowed: string): void {
    const reader = new RowReader(new ObjectRow({}, place));
    reader.refuse({ name: "row", value }, allowed);
    const { faults } = reader;
    this.#rows.push({ review: null, updated: null, skipped: null, faults, place });
  }

  #addPlace(row: SourceRow): void {
    const { place } = this.#format;
    if (place === undefined || !this.#isOnePlace) return;
    const name = row.cell(place.name).value;
    if (name === undefined || name === this.#business?.name) return;
    const business = readPlace(row, place);
    if (business === null || business.name === this.#business?.name) return;
    this.#isOnePlace = this.#business === null;
    this.#business = business;
  }

  /**
   * The content of the file, once all its rows are added.
   *
   * @throws {ImportFileError} If some date needs the order of day and month and no date shows it, or a rating is above 5
   * and nobody has named the scale.
   */
  finish(linesOf: FileContent["linesOf"]): FileContent {
    const rows = this.#rows.map((row) => {
      if (!("waiting" in row)) return row;
      this.#order ??= this.#rules.order = this.#dayOrder();
      return this.#read(row.waiting, row.described);
    });
    if (this.#broken !== null) this.#onWarning(brokenWarning(this.#file, this.#broken.reviews, this.#broken.word));
    if (this.#aboveFive !== null) this.#refuseScale(this.#aboveFive);
    const late = Array.from(this.#late, ([name, value]) => ({ name, values: [value] }));
    const understanding = late.length === 0
      ? this.#understanding
      : withLateColumns(this.#understanding, late, this.#isTable);
    return { file: this.#file, understanding, rows, place: this.#isOnePlace ? this.#business : null, linesOf };
  }

  /** The order of days and months; in a guess the usual one is assumed and doubted where no date shows it. */
  #dayOrder(): DayOrder {
    const { ground, options, doubts } = this.#understanding;
    if (ground !== "guessed" || !this.#votes.isOpen) return this.#votes.decide(this.#file);
    const doubt = { field: "date-order", column: "dmy", rival: "mdy" } as const;
    this.#understanding = {
      ...this.#understanding,
      options: `${options} --date-order dmy`,
      doubts: [...doubts, doubt],
    };
    return "dmy";
  }

  #refuseScale({ name, value }: Cell): never {
    const scale = Number(value) > 10 ? 100 : 10;
    throw new ImportFileError(
      `${this.#file} has ratings above 5: ${name} is ${
        JSON.stringify(shownValue(value))
      }. Say what the best rating is, ` +
        `such as --scale ${scale}, or --scale 5 to have those above it listed as bad rows.`,
    );
  }

  #mustWait(row: SourceRow): boolean {
    if (this.#order !== undefined) return false;
    const { date, reply_date } = this.#format.fields;
    const needs = [date, reply_date].map((names) => this.#votes.see(row.cell(names).value));
    return needs.includes(true);
  }

  #read(row: SourceRow, described: SourceRow): FileRow {
    const place = placeOf(row, described, this.#format)?.id ?? null;
    const read = readRow(row, this.#format, this.#rules, place);
    if (read.review !== null) this.#seeLetters(read.review);
    return { ...read, place: read.faults.length > 0 ? row.place : null };
  }

  #seeLetters({ author, text, owner_reply }: ImportedReview): void {
    const word = brokenWord([author, text, owner_reply?.text].join("\n"));
    if (word === null) return;
    this.#broken ??= { word, reviews: 0 };
    this.#broken.reviews++;
  }
}
