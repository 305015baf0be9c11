/**
 * Removes everything that could control a terminal or mislead a reader: control characters, escape sequences,
 * bidirectional marks, invisible and unassigned characters. White space becomes single spaces; the result is one line.
 */
export function plainText(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Z}]+/gu, " ").replace(/\p{C}/gu, "").trim();
}
