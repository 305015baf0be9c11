import type { JsonPath } from "./source_row.ts";

const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Goes through a JSON text (RFC 8259) without building its values, to find places that `JSON.parse`
 * does not tell.
 *
 * @param onElement Called at each element of an array with the way to it and its offset in the
 * text. The way is only valid during the call. Returning `false` ends the walk.
 * @returns The offset of the first error, or -1 when there is none up to where the walk ended.
 */
export function walkJson(
  text: string,
  onElement: (path: JsonPath, offset: number) => boolean,
): number {
  const path: (string | number)[] = [];
  let at = spaceEnd(text, 0);
  for (;;) {
    const opening = text[at];
    if (opening === "[" || opening === "{") {
      at = spaceEnd(text, at + 1);
      if (text[at] === (opening === "[" ? "]" : "}")) {
        at++;
      } else if (opening === "[") {
        path.push(0);
        if (!onElement(path, at)) return -1;
        continue;
      } else {
        path.push("");
        at = memberValue(text, at, path);
        if (at < 0) return ~at;
        continue;
      }
    } else {
      at = scalarEnd(text, at);
      if (at < 0) return ~at;
    }
    // A value has ended, and with it perhaps some of the containers around it.
    for (;;) {
      at = spaceEnd(text, at);
      const key = path.at(-1);
      if (key === undefined) return at === text.length ? -1 : at;
      const isArray = typeof key === "number";
      if (text[at] === ",") {
        at = spaceEnd(text, at + 1);
        if (isArray) {
          path[path.length - 1] = key + 1;
          if (!onElement(path, at)) return -1;
        } else {
          at = memberValue(text, at, path);
          if (at < 0) return ~at;
        }
        break;
      }
      if (text[at] !== (isArray ? "]" : "}")) return at;
      path.pop();
      at++;
    }
  }
}

/** Puts a member name on the path and gives where its value begins, or the complement of an error. */
function memberValue(text: string, at: number, path: (string | number)[]): number {
  if (text[at] !== '"') return ~at;
  const end = stringEnd(text, at);
  if (end < 0) return end;
  path[path.length - 1] = JSON.parse(text.slice(at, end));
  const colon = spaceEnd(text, end);
  return text[colon] === ":" ? spaceEnd(text, colon + 1) : ~colon;
}

function scalarEnd(text: string, at: number): number {
  if (text[at] === '"') return stringEnd(text, at);
  SCALAR.lastIndex = at;
  return SCALAR.test(text) ? SCALAR.lastIndex : ~at;
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return ~at;
    if (code !== 0x5c) continue;
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text)) return ~at;
    at = ESCAPE.lastIndex - 1;
  }
  return ~text.length;
}

function spaceEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at++;
  }
}
