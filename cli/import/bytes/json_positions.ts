import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import { visit } from "jsonc-parser";

/** A path of member names and array indexes from the root. */
export type JsonPath = readonly (string | number)[];

/**
 * The lines, from 1, in which the values at these paths begin, in document order. Parses the valid document again:
 * `JSON.parse` gives no positions.
 */
export function jsonLines(json: string, paths: readonly JsonPath[]): number[] {
  const lines: number[] = [];
  const see = (_offset: number, _length: number, line: number, _column: number, pathHere: () => JsonPath) => {
    const wanted = paths[lines.length];
    if (wanted === undefined) return;
    const path = pathHere();
    if (path.length === wanted.length && path.every((key, index) => key === wanted[index])) lines.push(line + 1);
  };
  visit(json, {
    onObjectBegin: see,
    onArrayBegin: see,
    onLiteralValue: (_value, ...place) => see(...place),
  });
  return lines;
}

/** The value of a JSON text; undefined if it is not valid. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Error code of the parser for an unclosed string. Its position is the beginning of the string. */
const UNCLOSED_STRING = 12;

/** Says where the first syntax error of a JSON text is (RFC 8259), as a clause; null for valid JSON. */
export function jsonError(text: string): Sentence | null {
  let at: number | undefined;
  visit(text, {
    onError: (code, offset, length) => at ??= code === UNCLOSED_STRING ? offset + length : offset,
  }, { disallowComments: true });
  if (at === undefined) return null;
  const lines = text.slice(0, at).split(/\r\n?|\n/);
  const place = { line: String(lines.length), column: String((lines.at(-1) ?? "").length + 1) };
  return at === text.length
    ? sentence("it ends too early at line {line}, column {column}", place)
    : sentence("the error is at line {line}, column {column}", place);
}
