import { isJsonObject, ObjectRow } from "./cells/object_row.ts";
import type { FileContent, FileOptions } from "./file_content.ts";
import { FileReading } from "./file_reading.ts";
import { NDJSON } from "./formats/ndjson.ts";

const NOT_ROW = "a JSON object with the members of a review";

/**
 * Reads the reviews of an NDJSON file line by line. A line that is not JSON is reported like any other faulty row, so
 * that the remaining lines are checked as well.
 *
 * @param text Chunks of the file with LF line breaks.
 */
export async function readNdjsonReviews(
  text: AsyncIterable<string>,
  file: string,
  options: FileOptions,
): Promise<FileContent> {
  const reading = new FileReading(file, NDJSON, options);
  let number = 0;
  for await (const line of lines(text)) {
    number++;
    if (line.trim() === "") continue;
    options.onRow();
    const members = parsed(line);
    if (isJsonObject(members)) reading.add(new ObjectRow(members, number));
    else reading.addBroken(number, line, NOT_ROW);
  }
  return {
    format: NDJSON.name,
    rows: reading.finish(),
    business: null,
    place: null,
    linesOf: (places) => places.map(Number),
  };
}

async function* lines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of text) {
    const whole = (rest + chunk).split("\n");
    rest = whole.pop() ?? "";
    yield* whole;
  }
  yield rest;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
