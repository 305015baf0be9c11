import { shownName } from "../command/escaped_controls.ts";
import { ByteSource } from "./bytes/byte_source.ts";
import { csvDelimiter } from "./bytes/csv_records.ts";
import { type Container, fileContainer } from "./bytes/file_container.ts";
import { ImportFileError } from "./bytes/import_file_error.ts";
import { lineFeeds } from "./bytes/line_feeds.ts";
import { TextDecoding, textEncoding } from "./bytes/text_decoding.ts";
import type { FileContent, FileOptions } from "./file_content.ts";
import { namedFormat } from "./formats/find_format.ts";
import { readCsvReviews } from "./read_csv_reviews.ts";
import { readJsonReviews } from "./read_json_reviews.ts";
import { readNdjsonReviews } from "./read_ndjson_reviews.ts";

/**
 * Reads one review file. CSV and NDJSON are streamed, JSON is read as a whole.
 *
 * @throws {ImportFileError} If the file cannot be read or its format is not recognised.
 */
export async function readImportFile(path: string, options: FileOptions): Promise<FileContent> {
  using source = await ByteSource.open(path);
  const file = shownName(path);
  const start = beginning(source.start, file);
  const container = containerFor(fileContainer(start, file), file, options);
  if (container === "json") return readJsonReviews(await source.whole(), file, options);
  const text = lineFeeds(textOf(source, file));
  if (container === "ndjson") return await readNdjsonReviews(text, file, options);
  return await readCsvReviews(text, csvDelimiter(start), file, options);
}

async function* textOf(source: ByteSource, file: string): AsyncGenerator<string> {
  const decoding = new TextDecoding(file, source.start);
  for await (const chunk of source.chunks()) yield decoding.push(chunk);
  decoding.end();
}

/** Decodes the start of a file for inspection; it may end within a character. */
function beginning(bytes: Uint8Array, file: string): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4) {
    throw new ImportFileError(`${file} is a ZIP archive or an Excel workbook: unpack it, or save it as CSV.`);
  }
  const text = new TextDecoder(textEncoding(bytes)).decode(bytes).replace(/\r\n?/g, "\n");
  if (text.trim() === "") throw new ImportFileError(`${file} is empty.`);
  return text;
}

function containerFor(seen: Container, file: string, options: FileOptions): Container {
  const format = namedFormat(options);
  if (format === null || format.containers.includes(seen)) return seen;
  const [only] = format.containers;
  // A line with one JSON object may be either JSON or NDJSON.
  if (seen !== "csv" && only !== undefined && only !== "csv") return only;
  throw new ImportFileError(
    `${file} is ${seen.toUpperCase()}, but the format "${format.name}" is ` +
      `${format.containers.join(" or ").toUpperCase()}.`,
  );
}
