import { type Sentence } from "../../../domain/sentences/sentence.ts";
import type { RowPlace } from "../cells/source_row.ts";
import type { FormatWish } from "../formats/find_format.ts";
import type { Described } from "../formats/import_formats.ts";
import type { Understanding } from "../formats/understanding.ts";
import type { PlaceChoice } from "./place_choice.ts";
import type { ReadRow, RowNote } from "./read_row.ts";

/** The result of reading one row, with its place. */
export interface FileRow extends ReadRow {
  /** Where the row begins; `null` for most rows without faults, to save memory. */
  readonly place: RowPlace | null;
}

/** Options for reading review files. */
export interface ReadOptions extends FormatWish {
  /** The current time. Later dates are refused, with one day of tolerance for time zones. */
  readonly now: Date;
  /** Called occasionally with the number of rows read so far. */
  readonly onProgress?: ((rows: number) => void) | undefined;
}

/** Options for reading one file, and collectors for all files of an import. */
export interface FileOptions extends ReadOptions {
  readonly placeChoice: PlaceChoice;
  /**
   * Whether the scale is given for several files. It holds for those that ask for one: an answer to one file's question
   * would turn the stars of the others upside down.
   */
  readonly isScaleShared: boolean;
  /** Called for each row, to report progress. */
  readonly onRow: () => void;
  readonly onNote: (note: RowNote) => void;
  /** Called with a warning about a file that was read, as a sentence. */
  readonly onWarning: (sentence: Sentence) => void;
}

/** The content of one review file. */
export interface FileContent {
  /** The name of the file, including that of the archive or workbook around it. */
  readonly file: string;
  readonly understanding: Understanding;
  readonly rows: readonly FileRow[];
  readonly described?: Described;
  /** Returns the lines, from 1, in which rows begin. Expects the places in file order. */
  readonly linesOf: (places: readonly RowPlace[]) => readonly number[];
}

/** The latest day that is accepted: tomorrow, as `YYYY-MM-DD`. */
export function lastDayOf(now: Date): string {
  return new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
}
