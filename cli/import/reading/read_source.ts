import { sentence } from "../../../domain/sentences/sentence.ts";
import {
  type Container,
  fileContainer,
  ImportFileError,
  refuseBinary,
  refuseZeros,
  UnknownFormatError,
} from "../bytes/file_container.ts";
import type { ByteSource } from "../bytes/byte_source.ts";
import { csvDelimiter, csvRecords } from "../bytes/csv_records.ts";
import { TextDecoding, textEncoding } from "../bytes/text_decoding.ts";
import type { FileContent, FileOptions } from "./file_content.ts";
import { namedFormat } from "../formats/find_format.ts";
import { readDocumentReviews } from "./read_document_reviews.ts";
import { readNdjsonReviews } from "./read_ndjson_reviews.ts";
import { readTableReviews } from "./read_table_reviews.ts";

/** Reads the reviews of an unpacked source. Throws an ImportFileError if its format is not recognised. */
export async function readSource(source: ByteSource, options: FileOptions): Promise<FileContent> {
  const { file } = source;
  const start = beginning(source.start, file);
  const container = containerFor(fileContainer(start, file.replace(/\.gz$/i, "")), file, options);
  if (container !== "csv" && container !== "ndjson") {
    const bytes = await source.whole();
    refuseZeros(file, bytes);
    return readDocumentReviews(bytes, file, container, options);
  }
  const text = lineFeeds(textOf(source, options));
  if (container === "ndjson") return await readNdjsonReviews(text, file, options);
  return await readTableReviews(csvRecords(text, csvDelimiter(start), file), file, options);
}

async function* textOf(source: ByteSource, options: FileOptions): AsyncGenerator<string> {
  const { file } = source;
  const decoding = new TextDecoding(file, source.start, options.onWarning);
  for await (const chunk of source.chunks()) {
    refuseZeros(file, chunk);
    yield decoding.push(chunk);
  }
  yield decoding.end();
}

/** Decodes the start of a file for inspection. The start may end within a character. */
function beginning(bytes: Uint8Array, file: string): string {
  refuseBinary(file, bytes);
  refuseZeros(file, bytes);
  const text = new TextDecoder(textEncoding(bytes)).decode(bytes).replace(/\r\n?/g, "\n");
  if (text.trim() === "") throw new UnknownFormatError(sentence("{file} is empty.", { file }));
  return text;
}

function containerFor(seen: Container, file: string, options: FileOptions): Container {
  const format = namedFormat(options);
  if (format === null || format.containers.includes(seen)) return seen;
  // A file with one JSON object may be JSON or NDJSON, and NDJSON may have rows of any JSON format.
  const other = seen === "ndjson" ? "json" : seen === "json" ? "ndjson" : null;
  if (other !== null && format.containers.includes(other)) return "ndjson";
  throw new ImportFileError(
    `${file} is ${seen.toUpperCase()}, but the format "${format.name}" is ` +
      `${format.containers.join(" or ").toUpperCase()}.`,
  );
}

/** Replaces every line break by LF, for the same line numbers everywhere. A piece may end within a CRLF. */
export async function* lineFeeds(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "";
  for await (const chunk of chunks) {
    const text = held + chunk;
    held = text.endsWith("\r") ? "\r" : "";
    const whole = held === "" ? text : text.slice(0, -1);
    yield whole.includes("\r") ? whole.replace(/\r\n?/g, "\n") : whole;
  }
  if (held !== "") yield "\n";
}
