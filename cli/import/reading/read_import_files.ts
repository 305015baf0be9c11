import type { ImportedReview } from "../../../domain/review.ts";
import { shownName } from "../../command/escaped_controls.ts";
import { isGzip, isZip } from "../bytes/binary_file.ts";
import { ByteSource, STANDARD_INPUT, streamReader } from "../bytes/byte_source.ts";
import { ImportFileError } from "../bytes/import_file_error.ts";
import { UnpackedLimit } from "../bytes/unpacked_limit.ts";
import { type FormatWish, namedFormat } from "../formats/find_format.ts";
import type { Understanding } from "../formats/understanding.ts";
import type { FileOptions, ReadingRules } from "./file_reading.ts";
import { type FaultKind, ImportResult, type RowFault } from "./import_result.ts";
import { PlaceChoice } from "./place_choice.ts";
import type { PlaceBusiness } from "./read_place.ts";
import type { RowNote } from "./read_row.ts";
import { readSource } from "./read_source.ts";
import type { PathContents } from "./read_zip_file.ts";

export { ImportFileError } from "../bytes/import_file_error.ts";

/** How review files are read. */
export interface ReadOptions extends FormatWish, ReadingRules {
  /** The places whose reviews are wanted, by id or name (`--place`); `all` for all of them. */
  readonly places?: readonly string[] | undefined;
  /** Whether all faults are wanted, not only their kinds (`--errors`). */
  readonly allFaults?: boolean | undefined;
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
// Far more than one business has. Bounds memory.
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
      business = content.described?.business ?? business;
      taxonomy = content.described?.taxonomy ?? taxonomy;
      insights = content.described?.insights ?? insights;
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

/**
 * Reads one review file, or those in an archive; `-` is standard input. CSV, NDJSON and sheets are streamed, JSON and
 * pages are read as a whole.
 *
 * @throws {ImportFileError} If the file cannot be read or its format is not recognised.
 */
async function readImportFile(path: string, options: FileOptions): Promise<PathContents> {
  using source = await ByteSource.open(path);
  if (isZip(source.start)) {
    if (path === STANDARD_INPUT) {
      throw new ImportFileError("Standard input is a ZIP archive or a workbook, which has to be read from a file.");
    }
    const { readZipFile } = await import("./read_zip_file.ts");
    return await readZipFile(path, shownName(path), options);
  }
  if (!isGzip(source.start)) return { contents: [await readSource(source, options)], leftOut: [] };
  using inner = await ByteSource.of(source.file, streamReader(unpacked(source)));
  return { contents: [await readSource(inner, options)], leftOut: [] };
}

// Short pieces show early that a file unpacks to far too much.
const PIECE_BYTES = 16_384;

function unpacked(source: ByteSource): ReadableStream<Uint8Array> {
  const limit = new UnpackedLimit(source.file);
  let [packed, length] = [0, 0];
  async function* pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for await (const chunk of source.chunks()) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        packed += piece.length;
        yield piece;
      }
    }
  }
  const judged = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      limit.declare(length += chunk.length, packed);
      controller.enqueue(chunk);
    },
  });
  return limit.counted(ReadableStream.from(pieces()).pipeThrough(new DecompressionStream("gzip")).pipeThrough(judged));
}
