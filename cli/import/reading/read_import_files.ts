import type { ImportedReview } from "../../../domain/review.ts";
import { ImportFileError } from "../bytes/import_file_error.ts";
import { namedFormat } from "../formats/find_format.ts";
import type { Confirmed, Understanding } from "../formats/understanding.ts";
import { type FaultKind, ImportResult, type RowFault } from "./import_result.ts";
import { readImportFile } from "./read_import_file.ts";
import { PlaceChoice } from "./place_choice.ts";
import type { PlaceBusiness } from "./read_place.ts";
import type { RowNote } from "./read_row.ts";

export { ImportFileError } from "../bytes/import_file_error.ts";

/** How review files are read. */
export interface ReadOptions {
  /** Name of the format; found from each file when absent. */
  readonly format?: string | undefined;
  /** Columns by field (`--map field=column`). */
  readonly map?: ReadonlyMap<string, string> | undefined;
  /** The order of dates such as 03/04/2024, if the file does not show it (`--date-order`). */
  readonly dateOrder?: "dmy" | "mdy" | undefined;
  /** The source of rows that name none (`--source`). */
  readonly source?: string | undefined;
  /** The best rating of the files (`--scale`). */
  readonly scale?: number | undefined;
  /** Whether a file of no known format is read as its columns are guessed; if not, it is refused with the guess. */
  readonly guess?: boolean | undefined;
  /** How files with these columns were confirmed to be read; null if they were not. */
  readonly confirmed?: ((columns: readonly string[]) => Confirmed | null) | undefined;
  /** The day from which relative dates count (`--relative-to`). */
  readonly relativeTo?: string | undefined;
  /** Whether letters that were decoded twice are put right (`--mend-letters`). */
  readonly mendLetters?: boolean | undefined;
  /** The places whose reviews are wanted, by id or name (`--place`); `all` for all of them. */
  readonly places?: readonly string[] | undefined;
  /** Whether all faults are wanted, not only their kinds (`--errors`). */
  readonly allFaults?: boolean | undefined;
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
  /** The taxonomy in an export of everything, not validated; null if none is there. */
  readonly taxonomy: unknown;
  /** The operator's own insights in an export of everything, not validated; null if none are there. */
  readonly insights: unknown;
  /** The place as described in other formats; null if none does, or they differ. */
  readonly place: PlaceBusiness | null;
  /** The format of each file, in their order. */
  readonly formats: readonly string[];
  /** What each file was taken for, in their order. */
  readonly understood: readonly { readonly file: string; readonly understanding: Understanding }[];
  /** How many rows were read. */
  readonly rows: number;
  /** The kinds of faults, in the order of their first places. */
  readonly faultKinds: readonly FaultKind[];
  /** All faults, if they were asked for; else none. */
  readonly faults: readonly RowFault[];
  /** How many faults there are in all. */
  readonly faultCount: number;
  /** How many rows have at least one fault. */
  readonly badRows: number;
  /** How many rows were left out on purpose, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
  /** How many valid rows are other versions of a review. */
  readonly repeated: number;
  /** How often something was decided for a row, by what. */
  readonly notes: ReadonlyMap<RowNote, number>;
  /** What the operator should look at, though it was read, in whole sentences. */
  readonly warnings: readonly string[];
  /** Files in archives that hold no reviews. */
  readonly leftOut: readonly string[];
}

const PROGRESS_ROWS = 1000;
// One business has not nearly as many; a file that goes on and on would fill the memory.
const MOST_ROWS = 1_000_000;

/**
 * Reads the reviews of files. Rows with faults are left out and reported. Of several versions of a review the most
 * recently changed one counts, else the last one.
 *
 * @throws {ImportFileError} If a file cannot be read or its format is not certain.
 */
export async function readImportFiles(paths: readonly string[], options: ReadOptions): Promise<ImportFiles> {
  namedFormat(options);
  const result = new ImportResult(options.allFaults ?? false);
  const understood: { file: string; understanding: Understanding }[] = [];
  const leftOut: string[] = [];
  const described: PlaceBusiness[] = [];
  const warnings: string[] = [];
  const notes = new Map<RowNote, number>();
  const places = new PlaceChoice(options.places ?? []);
  let [business, taxonomy, insights]: unknown[] = [null, null, null];
  let rows = 0;
  const onRow = () => {
    rows++;
    if (rows % PROGRESS_ROWS === 0) options.onProgress?.(rows);
    if (rows > MOST_ROWS) {
      throw new ImportFileError(
        `The files hold more than ${MOST_ROWS.toLocaleString("en")} rows: import them in parts.`,
      );
    }
  };
  const onNote = (note: RowNote) => void notes.set(note, (notes.get(note) ?? 0) + 1);
  const onWarning = (sentence: string) => void warnings.push(sentence);
  for (const path of paths) {
    const read = await readImportFile(path, { ...options, onRow, onNote, onWarning, places });
    for (const content of read.contents) {
      result.add(content.file, content.rows, content.linesOf);
      understood.push({ file: content.file, understanding: content.understanding });
      business = content.business ?? business;
      taxonomy = content.taxonomy ?? taxonomy;
      insights = content.insights ?? insights;
      if (content.place !== null) described.push(content.place);
    }
    leftOut.push(...read.leftOut);
  }
  places.check();
  const { reviews, faults, faultKinds, faultCount, badRows, skipped, repeated } = result;
  return {
    reviews,
    business,
    taxonomy,
    insights,
    place: onlyPlace(described),
    formats: understood.map(({ understanding }) => understanding.format.name),
    understood,
    rows: result.rows,
    faults,
    faultKinds,
    faultCount,
    badRows,
    skipped,
    repeated,
    notes,
    warnings,
    leftOut,
  };
}

function onlyPlace(places: readonly PlaceBusiness[]): PlaceBusiness | null {
  const [first] = places;
  return first !== undefined && places.every(({ name }) => name === first.name) ? first : null;
}
