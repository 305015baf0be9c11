import { ImportFileError, UnknownFormatError } from "../bytes/import_file_error.ts";
import { TextDecoding, textEncoding } from "../bytes/text_decoding.ts";
import { westernWarning } from "../bytes/western_text.ts";
import { jsonLines, lineOf, walkJson } from "../bytes/walk_json.ts";
import { ObjectRow } from "../cells/object_row.ts";
import { type FileContent, type FileOptions, FileReading, lastDayOf } from "./file_reading.ts";
import { understandDocument } from "../formats/find_format.ts";
import { htmlDocument } from "../formats/html_document.ts";
import type { FoundRows } from "../formats/row_groups.ts";
import { IMPORT_FORMATS } from "../formats/import_formats.ts";
import type { Understanding } from "../formats/understanding.ts";
import { xmlDocument } from "../formats/xml_document.ts";

/**
 * Reads the reviews of a JSON document.
 *
 * @param bytes The whole document. Kept, instead of the text, to find the lines of faults: the text of a large document
 * takes twice the memory.
 * @throws {ImportFileError} If it is not valid JSON or fits no format.
 */
export function readJsonReviews(bytes: Uint8Array, file: string, options: FileOptions): FileContent {
  const { text, json } = decoded(bytes, file, options);
  const found = understandDocument(file, parsed(text, json, file), options, lastDayOf(options.now));
  const content = readRows(file, found, options);
  return { ...content, linesOf: (places) => jsonLines(json, places.map((at) => typeof at === "number" ? [] : at)) };
}

const NO_REVIEWS = {
  html: "is a page that describes no review in JSON-LD or microdata of schema.org",
  xml: "is XML, but neither an export of WordPress nor a feed of the App Store",
} as const;

/**
 * Reads the reviews that a page describes in JSON-LD or microdata, or those of an XML document.
 *
 * @throws {ImportFileError} If it holds none.
 */
export function readMarkupReviews(
  bytes: Uint8Array,
  file: string,
  container: "html" | "xml",
  options: FileOptions,
): FileContent {
  const { text } = decoded(bytes, file, options);
  const document = container === "html" ? htmlDocument(text, file) : xmlDocument(text);
  const isKnown = IMPORT_FORMATS.some(({ containers, findRows }) =>
    containers.includes(container) && (findRows?.(document) ?? null) !== null
  );
  if (!isKnown) {
    throw new UnknownFormatError(`${file} ${NO_REVIEWS[container]}: take an export as CSV, JSON or XLSX.`);
  }
  return readRows(file, understandDocument(file, document, options, lastDayOf(options.now), container), options);
}

function readRows(
  file: string,
  found: FoundRows & { readonly understanding: Understanding },
  options: FileOptions,
): FileContent {
  const { understanding, groups, ...described } = found;
  const reading = new FileReading(file, understanding, options);
  for (const { path, rows, place } of groups) {
    reading.startGroup(place === null ? null : new ObjectRow(place, path));
    for (const [index, members] of rows.entries()) {
      options.onRow();
      reading.addMembers(members, [...path, index], "an object with the members of a review");
    }
  }
  return { ...reading.finish((places) => places.map(() => 1)), described };
}

/** The text of a document, and its bytes as UTF-8 without a byte order mark, in which lines are found. */
function decoded(bytes: Uint8Array, file: string, options: FileOptions) {
  const decoding = new TextDecoding(file, bytes, (word) => options.onWarning(westernWarning(file, word)));
  const text = decoding.push(bytes);
  decoding.end();
  if (decoding.isWestern || textEncoding(bytes) !== "utf-8") return { text, json: new TextEncoder().encode(text) };
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { text, json: hasMark ? bytes.subarray(3) : bytes };
}

function parsed(text: string, json: Uint8Array, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Errors of JSON.parse contain a position only sometimes.
    const offset = walkJson(json, () => true);
    const before = json.subarray(0, offset);
    const lineStart = Math.max(before.lastIndexOf(0x0a), before.lastIndexOf(0x0d)) + 1;
    const column = new TextDecoder().decode(before.subarray(lineStart)).length + 1;
    const fault = offset === json.length ? "it ends too early" : "the error is";
    throw new ImportFileError(`${file} is not valid JSON: ${fault} at line ${lineOf(before)}, column ${column}.`);
  }
}
