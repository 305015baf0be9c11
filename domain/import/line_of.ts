/**
 * Gives the line, from 1, that follows the line breaks (LF, CRLF or CR) of a text.
 *
 * @param text UTF-8, cut where a value begins or an error is.
 */
export function lineOf(text: Uint8Array): number {
  let line = 1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === 0x0a || text[at] === 0x0d && text[at + 1] !== 0x0a) line++;
  }
  return line;
}
