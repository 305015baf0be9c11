import type { RowPlace } from "./cells/source_row.ts";
import type { FileRow, ReadingRules } from "./file_reading.ts";
import type { FormatWish } from "./formats/find_format.ts";
import type { PlaceBusiness } from "./read_place.ts";

/** What one review file holds. */
export interface FileContent {
  /** Name of its format. */
  readonly format: string;
  readonly rows: readonly FileRow[];
  /** The business as our own format describes it; `null` when the file does not. */
  readonly business: unknown;
  /** The place that rows of another format name; `null` when they do not or differ. */
  readonly place: PlaceBusiness | null;
  /** Gives the lines, from 1, where rows begin; the places are in file order. */
  readonly linesOf: (places: readonly RowPlace[]) => readonly number[];
}

/** How a review file is to be read. */
export interface FileOptions extends FormatWish, ReadingRules {
  /** Called at each row, for the progress of the reading. */
  readonly onRow: () => void;
}
