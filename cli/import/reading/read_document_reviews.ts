import { sentence } from "../../../domain/sentences/sentence.ts";
import { type Container, ImportFileError, UnknownFormatError } from "../bytes/file_container.ts";
import { jsonError, jsonLines, parsedJson } from "../bytes/json_positions.ts";
import { TextDecoding } from "../bytes/text_decoding.ts";
import type { RowPlace } from "../cells/source_row.ts";
import { unreadLists } from "../formats/row_groups.ts";
import { understandDocument } from "../formats/find_format.ts";
import { describedIn, formatNamed } from "../formats/import_formats.ts";
import { htmlDocument, xmlDocument } from "../formats/markup_document.ts";
import type { FileContent, FileOptions } from "./file_content.ts";
import { FileReading } from "./file_reading.ts";

type DocumentContainer = Exclude<Container, "csv" | "ndjson">;

/**
 * Reads the reviews of a JSON or XML document, or of a page with JSON-LD or microdata. Keeps the bytes to find lines of
 * faults: the text would take twice the space. Throws an ImportFileError if it fits no format.
 */
export function readDocumentReviews(
  bytes: Uint8Array,
  file: string,
  container: DocumentContainer,
  options: FileOptions,
): FileContent {
  const read = () => {
    const document = parsed(decoded(bytes, file, options.onWarning), file, container);
    const { understanding, groups } = understandDocument(file, document, options, container);
    const reading = new FileReading(file, understanding, options);
    for (const { path, rows } of understanding.format.name === "csv" ? unreadLists(document, groups) : []) {
      const parts = { file, list: path.join("."), count: rows.length };
      options.onWarning(
        sentence(
          "{file}: the list {list} beside the reviews is not read: {count|# object|# objects} with texts.",
          parts,
        ),
      );
    }
    for (const { path, rows, place } of groups) {
      for (const [index, members] of rows.entries()) {
        options.onRow();
        reading.addMembers(members, [...path, index], sentence("an object with the members of a review"), place);
      }
    }
    return { ...reading.finish(linesOf), described: describedIn(understanding.format, document) };
  };
  const linesOf = (places: readonly RowPlace[]) => {
    if (container !== "json") return places.map(() => 1);
    const paths = places.map((at) => typeof at === "number" ? [] : at);
    return notTooDeep(file, () => jsonLines(decoded(bytes, file), paths));
  };
  return notTooDeep(file, read);
}

/** Runs a recursive function and refuses the file if it overflows the stack. */
function notTooDeep<Result>(file: string, visit: () => Result): Result {
  try {
    return visit();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ImportFileError(
      sentence("{file} nests values thousands of levels deep, which no export does; check the file.", { file }),
      {
        cause: error,
      },
    );
  }
}

function decoded(bytes: Uint8Array, file: string, onWarning: FileOptions["onWarning"] = () => {}): string {
  const decoding = new TextDecoding(file, bytes, onWarning);
  return decoding.push(bytes) + decoding.end();
}

function parsed(text: string, file: string, container: DocumentContainer): unknown {
  if (container === "json") {
    const document = parsedJson(text);
    if (document === undefined) {
      throw new ImportFileError(
        sentence("{file} is not valid JSON: {details}.", { file, details: jsonError(text) ?? "" }),
      );
    }
    return document;
  }
  if (container === "xml") return xmlDocument(text);
  const document = htmlDocument(text, file);
  if (formatNamed("schema-org").findRows(document).length > 0) return document;
  throw new UnknownFormatError(
    sentence(
      "{file} is a page that describes no review in JSON-LD or microdata of schema.org: take an export as CSV, JSON or XLSX.",
      { file },
    ),
  );
}
