// Control characters but tab and line feed, and the two code points that are in no character set: XML 1.0 (2.2) allows
// hardly any of them, and those from U+0080 on (C1) command terminals as ESC does.
const CONTROLS = /(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu;

/**
 * Cleans a text that will be published: line breaks become LF, control characters are removed, lone surrogates replaced
 * (they have no form in UTF-8), the rest is NFC and trimmed.
 */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(CONTROLS, "").toWellFormed().normalize("NFC").trim();
}

/** Cleans a text of one line, such as a name; line breaks and tabs become spaces. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s*[\n\t]\s*/g, " ");
}

/**
 * Cleans all texts in a value of JSON.
 *
 * @param long Names of the members whose texts may have several lines.
 */
export function cleanTexts(value: unknown, long: readonly string[], name = ""): unknown {
  if (typeof value === "string") return long.includes(name) ? cleanText(value) : cleanLine(value);
  if (Array.isArray(value)) return value.map((element) => cleanTexts(element, long, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cleanTexts(member, long, key)]));
}
