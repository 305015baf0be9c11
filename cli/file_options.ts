import type { ReadingRules } from "./import/file_reading.ts";
import type { FormatWish } from "./import/formats/find_format.ts";

/** How a review file is to be read. */
export interface FileOptions extends FormatWish, ReadingRules {
  /** Called at each row, for the progress of the reading. */
  readonly onRow: () => void;
}
