import type { JsonPath } from "./source_row.ts";
import { walkJson } from "./walk_json.ts";

/**
 * Gives the lines, from 1, in which elements of arrays begin.
 *
 * @param text A JSON document with LF line breaks.
 * @param paths The ways to the elements, in the order of the document.
 */
export function jsonLines(text: string, paths: readonly JsonPath[]): number[] {
  const lines: number[] = [];
  let line = 1;
  let counted = 0;
  walkJson(text, (path, offset) => {
    if (!isSame(path, paths[lines.length])) return true;
    for (let at = text.indexOf("\n", counted); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) {
      line++;
    }
    counted = offset;
    lines.push(line);
    return lines.length < paths.length;
  });
  return lines;
}

function isSame(path: JsonPath, wanted: JsonPath | undefined): boolean {
  return path.length === wanted?.length && path.every((key, index) => key === wanted[index]);
}
