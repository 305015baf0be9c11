/**
 * Takes out of a text whatever could steer a terminal or a reader's eye: control characters, escapes, marks of
 * direction, invisible and unassigned characters. White space becomes single spaces, so the result is one line.
 */
export function plainText(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Z}]+/gu, " ").replace(/\p{C}/gu, "").trim();
}
