import { refuseBinary, refuseZeroBytes, refuseZeros } from "../bytes/binary_file.ts";
import type { ByteSource } from "../bytes/byte_source.ts";
import { csvDelimiter, csvRecords } from "../bytes/csv_records.ts";
import { type Container, fileContainer } from "../bytes/file_container.ts";
import { ImportFileError, UnknownFormatError } from "../bytes/import_file_error.ts";
import { lineFeeds } from "../bytes/line_feeds.ts";
import { TextDecoding, textEncoding } from "../bytes/text_decoding.ts";
import { westernWarning } from "../bytes/western_text.ts";
import type { FileContent, FileOptions } from "./file_reading.ts";
import { namedFormat } from "../formats/find_format.ts";
import { readJsonReviews, readMarkupReviews } from "./read_json_reviews.ts";
import { readNdjsonReviews } from "./read_ndjson_reviews.ts";
import { readTableReviews } from "./read_table_reviews.ts";

/**
 * Reads the reviews of a source that is not packed.
 *
 * @throws {ImportFileError} If its format is not recognised.
 */
export async function readSource(source: ByteSource, options: FileOptions): Promise<FileContent> {
  const { file } = source;
  const start = beginning(source.start, file);
  const container = containerFor(fileContainer(start, file.replace(/\.gz$/i, "")), file, options);
  const encoding = textEncoding(source.start);
  if (container === "json" || container === "html" || container === "xml") {
    const bytes = await source.whole(encoding === "utf-8" ? (piece) => refuseZeroBytes(file, piece) : undefined);
    if (container === "json") return readJsonReviews(bytes, file, options);
    return readMarkupReviews(bytes, file, container, options);
  }
  const text = lineFeeds(textOf(source, options));
  if (container === "ndjson") return await readNdjsonReviews(text, file, options);
  return await readTableReviews(csvRecords(text, csvDelimiter(start), file), file, options);
}

async function* textOf(source: ByteSource, options: FileOptions): AsyncGenerator<string> {
  const { file } = source;
  const decoding = new TextDecoding(file, source.start, (word) => options.onWarning(westernWarning(file, word)));
  for await (const chunk of source.chunks()) {
    const text = decoding.push(chunk);
    refuseZeros(file, text);
    yield text;
  }
  decoding.end();
}

/** Decodes the start of a file for inspection; it may end within a character. */
function beginning(bytes: Uint8Array, file: string): string {
  refuseBinary(file, bytes);
  const text = new TextDecoder(textEncoding(bytes)).decode(bytes).replace(/\r\n?/g, "\n");
  refuseZeros(file, text);
  if (text.trim() === "") throw new UnknownFormatError(`${file} is empty.`);
  return text;
}

function containerFor(seen: Container, file: string, options: FileOptions): Container {
  const format = namedFormat(options);
  if (format === null || format.containers.includes(seen)) return seen;
  // JSON Lines hold rows of any JSON format, and one line with a JSON object may be either.
  if (seen === "ndjson" && format.containers.includes("json")) return "ndjson";
  if (seen === "json" && format.containers.includes("ndjson")) return "ndjson";
  throw new ImportFileError(
    `${file} is ${seen.toUpperCase()}, but the format "${format.name}" is ` +
      `${format.containers.join(" or ").toUpperCase()}.`,
  );
}
