import { type JsonPath, walkJson } from "./walk_json.ts";

/**
 * The line numbers, from 1, in which elements of arrays begin.
 *
 * @param json A JSON document in valid UTF-8.
 * @param paths The paths of the elements, in document order.
 */
export function jsonLines(json: Uint8Array, paths: readonly JsonPath[]): number[] {
  const lines: number[] = [];
  let line = 1;
  let counted = 0;
  walkJson(json, (path, offset) => {
    if (!isSame(path, paths[lines.length])) return true;
    line += lineOf(json.subarray(counted, offset)) - 1;
    counted = offset;
    lines.push(line);
    return lines.length < paths.length;
  });
  return lines;
}

function isSame(path: JsonPath, wanted: JsonPath | undefined): boolean {
  return path.length === wanted?.length && path.every((key, index) => key === wanted[index]);
}

/**
 * The line number, from 1, at the end of a text; LF, CRLF and CR are line breaks.
 *
 * @param text UTF-8, ending where a value begins or an error is.
 */
export function lineOf(text: Uint8Array): number {
  let line = 1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === 0x0a || text[at] === 0x0d && text[at + 1] !== 0x0a) line++;
  }
  return line;
}
