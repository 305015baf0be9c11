import { ImportFileError } from "./bytes/import_file_error.ts";
import { jsonLines, lineOf } from "./bytes/json_lines.ts";
import { TextDecoding, textEncoding } from "./bytes/text_decoding.ts";
import { walkJson } from "./bytes/walk_json.ts";
import { isJsonObject, ObjectRow } from "./cells/object_row.ts";
import type { FileContent, FileOptions } from "./file_content.ts";
import { FileReading } from "./file_reading.ts";
import { formatOfDocument } from "./formats/find_format.ts";

/**
 * Reads the reviews of a JSON document.
 *
 * @param bytes The whole document. Kept, instead of the text, to find the lines of faults: the text of a large document
 * takes twice the memory.
 * @throws {ImportFileError} If it is not valid JSON or fits no format.
 */
export function readJsonReviews(bytes: Uint8Array, file: string, options: FileOptions): FileContent {
  const json = utf8(bytes, file);
  const { format, groups, business } = formatOfDocument(file, parsed(json, file), options);
  const reading = new FileReading(file, format, options);
  for (const { path, rows, place } of groups) {
    if (place !== null) reading.addPlace(new ObjectRow(place, path));
    for (const [index, members] of rows.entries()) {
      options.onRow();
      const at = [...path, index];
      if (!isJsonObject(members)) {
        reading.addBroken(at, members, "an object with the members of a review");
        continue;
      }
      const row = new ObjectRow(members, at);
      if (place === null) reading.addPlace(row);
      reading.add(row);
    }
  }
  return {
    format: format.name,
    rows: reading.finish(),
    business,
    place: reading.business,
    linesOf: (places) => jsonLines(json, places.map((at) => typeof at === "number" ? [] : at)),
  };
}

/** The document as UTF-8 without a byte order mark. */
function utf8(bytes: Uint8Array, file: string): Uint8Array {
  if (textEncoding(bytes) !== "utf-8") return new TextEncoder().encode(textOf(bytes, file));
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function textOf(bytes: Uint8Array, file: string): string {
  const decoding = new TextDecoding(file, bytes);
  const text = decoding.push(bytes);
  decoding.end();
  return text;
}

function parsed(json: Uint8Array, file: string): unknown {
  const text = textOf(json, file);
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
