import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import { shownName } from "../../../terminal/print.ts";
import { ByteSource, STANDARD_INPUT } from "../bytes/byte_source.ts";
import { ImportFileError, isGzip, isZip } from "../bytes/file_container.ts";
import { UnpackedLimit } from "../bytes/unpacked_limit.ts";
import { namedFormat } from "../formats/find_format.ts";
import type { FileOptions, ReadOptions } from "./file_content.ts";
import { testWarning } from "./no_review_rows.ts";
import { PlaceChoice } from "./place_choice.ts";
import type { RowNote } from "./read_row.ts";
import { readSource } from "./read_source.ts";
import { ImportFiles } from "./import_result.ts";

/** A file by its path, with the name that messages show; `-` is standard input. A path alone is its own name. */
export type ImportPath = string | NamedPath;

interface NamedPath {
  readonly path: string;
  readonly name: string;
  /** Options for this file alone, which replace the others. */
  readonly own?: Pick<ReadOptions, "map" | "ignored" | "scale" | "source">;
}

const PROGRESS_ROWS = 1000;
// Maximum number of rows, far more than one business has. Bounds memory.
const MOST_ROWS = 1_000_000;

/**
 * Reads the reviews of files. Rows with faults are left out and reported. Of several versions of a review, the most
 * recently changed one counts, or the last one if their times are unknown.
 *
 * @throws {ImportFileError} If a file cannot be read or its format is not certain.
 */
export async function readImportFiles(paths: readonly ImportPath[], options: ReadOptions): Promise<ImportFiles> {
  namedFormat(options);
  const files = new ImportFiles();
  const placeChoice = new PlaceChoice(options.places ?? []);
  let rows = 0;
  const onRow = () => {
    rows++;
    if (rows % PROGRESS_ROWS === 0) options.onProgress?.(rows);
    if (rows > MOST_ROWS) {
      throw new ImportFileError(
        sentence("The files hold more than {count} rows: import them in parts.", { count: MOST_ROWS }),
      );
    }
  };
  const onNote = (note: RowNote) => void files.notes.set(note, (files.notes.get(note) ?? 0) + 1);
  const onWarning = (warning: Sentence) => void files.warnings.push(warning);
  for (const given of paths) {
    const { path, name, own }: NamedPath = typeof given === "string" ? { path: given, name: given } : given;
    const isScaleShared = paths.length > 1 && own?.scale === undefined;
    const collected = { ...options, ...own, isScaleShared, onRow, onNote, onWarning, placeChoice };
    const { contents, leftOut } = await readImportFile(path, shownName(name), collected);
    for (const content of contents) files.add(content);
    files.leftOut.push(...leftOut);
  }
  files.openPlaces = placeChoice.check();
  files.place = placeChoice.business;
  files.warnings.push(...testWarning(files.reviews));
  return files;
}

/** Reads one file, or those in an archive; `-` is standard input. Tables and NDJSON are streamed, documents are not. */
async function readImportFile(path: string, file: string, options: FileOptions) {
  using source = await ByteSource.open(path, file);
  if (isZip(source.start)) {
    if (path === STANDARD_INPUT) {
      throw new ImportFileError("Standard input is a ZIP archive or a workbook, which has to be read from a file.");
    }
    const { readZipFile } = await import("./read_zip_file.ts");
    return await readZipFile(path, file, options);
  }
  if (!isGzip(source.start)) return { contents: [await readSource(source, options)], leftOut: [] };
  using inner = await ByteSource.of(source.file, unpacked(source));
  return { contents: [await readSource(inner, options)], leftOut: [] };
}

// Small pieces, to stop early at a file that unpacks to far too much.
const PIECE_BYTES = 16_384;

function unpacked(source: ByteSource): ReadableStream<Uint8Array> {
  let packed = 0;
  async function* pieces() {
    for await (const chunk of source.chunks()) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.slice(at, at + PIECE_BYTES);
        packed += piece.length;
        yield piece;
      }
    }
  }
  const stream = ReadableStream.from(pieces()).pipeThrough(new DecompressionStream("gzip"));
  return new UnpackedLimit(source.file).counted(stream, Infinity, () => packed);
}
