import type { RowPlace } from "../cells/source_row.ts";
import type { FileRow, Gathering, ReadingRules } from "./file_reading.ts";
import type { FormatWish } from "../formats/find_format.ts";
import type { Understanding } from "../formats/understanding.ts";
import type { PlaceBusiness } from "./read_place.ts";

/** The content of one review file. */
export interface FileContent {
  /** The name of the file, with that of its part in an archive or a workbook. */
  readonly file: string;
  /** What it was taken for. */
  readonly understanding: Understanding;
  readonly rows: readonly FileRow[];
  /** The business as described in the service's own format; `null` if it is not. */
  readonly business: unknown;
  /** The taxonomy of an export of everything; `null` if there is none. */
  readonly taxonomy: unknown;
  /** The operator's own insights in an export of everything; `null` if there are none. */
  readonly insights: unknown;
  /** The place as described in another format; `null` if it is not, or rows differ. */
  readonly place: PlaceBusiness | null;
  /** The lines, from 1, in which rows begin; expects the places in file order. */
  readonly linesOf: (places: readonly RowPlace[]) => readonly number[];
}

/** How a review file is read. */
export interface FileOptions extends FormatWish, ReadingRules, Gathering {
  /** Called for each row, to report progress. */
  readonly onRow: () => void;
}

/** The contents of a path: one, or several if it is an archive or a workbook with several sheets of reviews. */
export interface PathContents {
  readonly contents: readonly FileContent[];
  /** Names of the files in an archive that hold no reviews, and were left out. */
  readonly leftOut: readonly string[];
}
