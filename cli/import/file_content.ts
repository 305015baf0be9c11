import type { RowPlace } from "./cells/source_row.ts";
import type { FileRow, ReadingRules } from "./file_reading.ts";
import type { FormatWish } from "./formats/find_format.ts";
import type { PlaceBusiness } from "./read_place.ts";

/** The content of one review file. */
export interface FileContent {
  /** Name of its format. */
  readonly format: string;
  readonly rows: readonly FileRow[];
  /** The business as described in the service's own format; `null` if it is not. */
  readonly business: unknown;
  /** The place as described in another format; `null` if it is not, or rows differ. */
  readonly place: PlaceBusiness | null;
  /** The lines, from 1, in which rows begin; expects the places in file order. */
  readonly linesOf: (places: readonly RowPlace[]) => readonly number[];
}

/** How a review file is read. */
export interface FileOptions extends FormatWish, ReadingRules {
  /** Called for each row, to report progress. */
  readonly onRow: () => void;
}
