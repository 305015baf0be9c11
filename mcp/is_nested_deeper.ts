const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Tells whether a JSON text has arrays and objects inside each other more than so many levels deep. */
export function isNestedDeeper(json: string, levels: number): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (isText) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isText = false;
    } else if (code === QUOTE) isText = true;
    else if (OPENING.has(code)) {
      if (++depth > levels) return true;
    } else if (CLOSING.has(code)) depth--;
  }
  return false;
}
