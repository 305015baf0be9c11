import type { ImportedReview } from "../../domain/review.ts";
import { shownName } from "../command/escaped_controls.ts";
import { namedFormat } from "./formats/find_format.ts";
import { ImportResult, type RowFault } from "./import_result.ts";
import { readImportFile } from "./read_import_file.ts";
import type { PlaceBusiness } from "./read_place.ts";

export { ImportFileError } from "./bytes/import_file_error.ts";

/** How review files are read. */
export interface ReadOptions {
  /** Name of the format; found from each file when absent. */
  readonly format?: string | undefined;
  /** Columns of the format "csv", by field (`--map field=column`). */
  readonly map?: ReadonlyMap<string, string> | undefined;
  /** The order of dates such as 03/04/2024, if the file does not show it (`--date-order`). */
  readonly dateOrder?: "dmy" | "mdy" | undefined;
  /** The current time: later dates are refused, with one day of tolerance for time zones. */
  readonly now: Date;
  /** Called now and then with the number of rows read so far. */
  readonly onProgress?: ((rows: number) => void) | undefined;
}

/** The content of all review files. */
export interface ImportFiles {
  /** The valid reviews in file order, the unverified ones included. */
  readonly reviews: readonly ImportedReview[];
  /** The business as described in the service's own format, not validated; null if no file does. */
  readonly business: unknown;
  /** The place as described in other formats; null if none does, or they differ. */
  readonly place: PlaceBusiness | null;
  /** The format of each file, in their order. */
  readonly formats: readonly string[];
  /** How many rows were read. */
  readonly rows: number;
  /** The first 20 faults. */
  readonly faults: readonly RowFault[];
  /** How many faults there are in all. */
  readonly faultCount: number;
  /** How many rows have at least one fault. */
  readonly badRows: number;
  /** How many rows were left out on purpose, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
}

const PROGRESS_ROWS = 1000;

/**
 * Reads the reviews of files. Rows with faults are left out and reported. Of several versions of a review the most
 * recently changed one counts, else the last one.
 *
 * @throws {ImportFileError} If a file cannot be read or its format is not certain.
 */
export async function readImportFiles(paths: readonly string[], options: ReadOptions): Promise<ImportFiles> {
  namedFormat(options);
  const result = new ImportResult();
  const formats: string[] = [];
  const places: PlaceBusiness[] = [];
  let business: unknown = null;
  let rows = 0;
  const onRow = () => {
    rows++;
    if (rows % PROGRESS_ROWS === 0) options.onProgress?.(rows);
  };
  for (const path of paths) {
    const content = await readImportFile(path, { ...options, onRow });
    result.add(shownName(path), content.rows, content.linesOf);
    formats.push(content.format);
    business = content.business ?? business;
    if (content.place !== null) places.push(content.place);
  }
  const { reviews, faults, faultCount, badRows, skipped } = result;
  return {
    reviews,
    business,
    place: onlyPlace(places),
    formats,
    rows,
    faults,
    faultCount,
    badRows,
    skipped,
  };
}

function onlyPlace(places: readonly PlaceBusiness[]): PlaceBusiness | null {
  const [first] = places;
  return first !== undefined && places.every(({ name }) => name === first.name) ? first : null;
}
