import { sentence } from "../../../domain/sentences/sentence.ts";
import { ImportFileError } from "../bytes/file_container.ts";
import type { FileContent, FileOptions } from "./file_content.ts";
import { FileReading } from "./file_reading.ts";
import { SAMPLED_ROWS } from "../formats/file_layout.ts";
import { namedFormat, understandDocument } from "../formats/find_format.ts";
import type { ImportFormat } from "../formats/import_format.ts";
import { formatNamed } from "../formats/import_formats.ts";
import type { Understanding } from "../formats/understanding.ts";
import { parsedJson } from "../bytes/json_positions.ts";
import { isJsonObject } from "../cells/source_row.ts";

const NDJSON = formatNamed("ndjson");
const NOT_ROW = sentence("an object with the members of a review");
const MOST_OF_LINE = 16_000_000;

/**
 * Reads the reviews of an NDJSON (JSON Lines) file, which has LF alone, line by line, with rows of any JSON format. A
 * line that is not JSON is a row with a fault. Throws an ImportFileError if the first lines fit no format.
 */
export async function readNdjsonReviews(
  text: AsyncIterable<string>,
  file: string,
  options: FileOptions,
): Promise<FileContent> {
  let begun: { readonly reading: FileReading; readonly understanding: Understanding } | null = null;
  const first: { readonly number: number; readonly line: string }[] = [];
  let number = 0;
  const begin = () => {
    const understanding = understood(first.map(({ line }) => line), file, options);
    const reading = new FileReading(file, understanding, options);
    for (const { number, line } of first) readLine(reading, understanding.format, line, number);
    return { reading, understanding };
  };
  for await (const line of lines(text, file)) {
    number++;
    if (line.trim() === "") continue;
    options.onRow();
    if (begun !== null) readLine(begun.reading, begun.understanding.format, line, number);
    else if (first.push({ number, line }) === SAMPLED_ROWS) begun = begin();
  }
  return (begun ?? begin()).reading.finish((places) => places.map(Number));
}

/** Determines the format of the lines; the service's own if no line is an object. */
function understood(first: readonly string[], file: string, options: FileOptions): Understanding {
  const rows = first.map(parsedJson).filter(isJsonObject);
  const named = namedFormat(options);
  const isNamed = named !== null && named.containers.includes("ndjson");
  const isOwn = isNamed || rows.length === 0 && named === null;
  const { understanding } = isOwn ? understandDocument(file, [], {}) : understandDocument(file, rows, options);
  const format = understanding.format.name === "reviews-json" ? NDJSON : understanding.format;
  return { ...understanding, format, ...isNamed && { ground: "given" } };
}

function readLine(reading: FileReading, format: ImportFormat, line: string, number: number): void {
  const members = parsedJson(line);
  if (!isJsonObject(members)) return reading.addBroken(number, line, NOT_ROW);
  const found = format === NDJSON ? [] : format.findRows([members]);
  for (const { rows, place } of found.length > 0 ? found : [{ rows: [members] }]) {
    for (const row of rows) reading.addMembers(row, number, NOT_ROW, place);
  }
}

async function* lines(text: AsyncIterable<string>, file: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of text) {
    const whole = (rest + chunk).split("\n");
    rest = whole.pop() ?? "";
    yield* whole;
    if (rest.length > MOST_OF_LINE) {
      throw new ImportFileError(
        sentence("{file} is no NDJSON: it has a line of more than 16 million characters.", { file }),
      );
    }
  }
  yield rest;
}
