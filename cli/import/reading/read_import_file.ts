import { shownName } from "../../command/escaped_controls.ts";
import { isGzip, isZip } from "../bytes/binary_file.ts";
import { ByteSource, STANDARD_INPUT, streamReader } from "../bytes/byte_source.ts";
import { ImportFileError } from "../bytes/import_file_error.ts";
import { UnpackedLimit } from "../bytes/unpacked_limit.ts";
import type { FileOptions, PathContents } from "./file_content.ts";
import { readSource } from "./read_source.ts";

/**
 * Reads one review file, or those in an archive; `-` is standard input. CSV, NDJSON and sheets are streamed, JSON and
 * pages are read as a whole.
 *
 * @throws {ImportFileError} If the file cannot be read or its format is not recognised.
 */
export async function readImportFile(path: string, options: FileOptions): Promise<PathContents> {
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

// The shorter, the earlier is it noticed that a file unpacks to far too much.
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
