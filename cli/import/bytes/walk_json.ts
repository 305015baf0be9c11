/** The path of an element in a JSON document: member names and array indexes from the root. */
export type JsonPath = readonly (string | number)[];

const SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/;
const ESCAPE = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const ARRAY = { open: 0x5b, close: 0x5d };
const OBJECT = { open: 0x7b, close: 0x7d };

/**
 * Walks through a JSON document (RFC 8259) without building its values, to find positions, which `JSON.parse` does not
 * give. Works on bytes, because the text of a large document takes twice the memory.
 *
 * @param json The document in valid UTF-8, without a byte order mark.
 * @param onElement Called at each element of an array with its path and byte offset. The path is reused: it is only
 * valid during the call. Return `false` to stop.
 * @returns Byte offset of the first syntax error; -1 if there is none up to where the walk stopped.
 */
export function walkJson(json: Uint8Array, onElement: (path: JsonPath, offset: number) => boolean): number {
  const path: (string | number)[] = [];
  let at = spaceEnd(json, 0);
  for (;;) {
    const isArray = json[at] === ARRAY.open;
    if (isArray || json[at] === OBJECT.open) {
      at = spaceEnd(json, at + 1);
      if (json[at] === (isArray ? ARRAY : OBJECT).close) {
        at++;
      } else {
        path.push(isArray ? 0 : "");
        if (isArray && !onElement(path, at)) return -1;
        if (!isArray) at = memberValue(json, at, path);
        if (at < 0) return ~at;
        continue;
      }
    } else {
      at = json[at] === QUOTE ? stringEnd(json, at) : scalarEnd(json, at);
      if (at < 0) return ~at;
    }
    // A value has ended; close the containers that end with it.
    for (;;) {
      at = spaceEnd(json, at);
      const key = path.at(-1);
      if (key === undefined) return at === json.length ? -1 : at;
      if (json[at] === COMMA) {
        at = spaceEnd(json, at + 1);
        if (typeof key === "number") path[path.length - 1] = key + 1;
        if (typeof key === "number" && !onElement(path, at)) return -1;
        if (typeof key === "string") at = memberValue(json, at, path);
        if (at < 0) return ~at;
        break;
      }
      if (json[at] !== (typeof key === "number" ? ARRAY : OBJECT).close) return at;
      path.pop();
      at++;
    }
  }
}

/**
 * Sets the member name on the path and returns the offset of its value, or the complement (`~`) of an error's offset.
 */
function memberValue(json: Uint8Array, at: number, path: (string | number)[]): number {
  if (json[at] !== QUOTE) return ~at;
  const end = stringEnd(json, at);
  if (end < 0) return end;
  path[path.length - 1] = JSON.parse(textAt(json, at, end));
  const colon = spaceEnd(json, end);
  return json[colon] === COLON ? spaceEnd(json, colon + 1) : ~colon;
}

function scalarEnd(json: Uint8Array, at: number): number {
  // Numbers longer than 400 bytes, which no export has, are reported as an error.
  const scalar = SCALAR.exec(textAt(json, at, at + 400));
  return scalar === null ? ~at : at + scalar[0].length;
}

function stringEnd(json: Uint8Array, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) return at + 1;
    if (byte < 0x20) return ~at;
    if (byte !== BACKSLASH) continue;
    const escape = ESCAPE.exec(textAt(json, at, at + 6));
    if (escape === null) return ~at;
    at += escape[0].length - 1;
  }
  return ~json.length;
}

function spaceEnd(json: Uint8Array, start: number): number {
  let at = start;
  while (json[at] === 0x20 || json[at] === 0x0a || json[at] === 0x0d || json[at] === 0x09) at++;
  return at;
}

const decoder = new TextDecoder();

function textAt(json: Uint8Array, start: number, end: number): string {
  return decoder.decode(json.subarray(start, end));
}

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
