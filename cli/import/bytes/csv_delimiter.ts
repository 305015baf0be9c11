const DELIMITERS = [",", ";", "\t"];

/**
 * Finds the character between the columns of a CSV file: of comma, semicolon and tab the one that
 * is most frequent in the header, outside of quotes.
 *
 * @param start The beginning of the file with LF line breaks.
 */
export function csvDelimiter(start: string): string {
  const header = start.replace(/^\s*\n/, "").match(/^(?:"(?:[^"]|"")*"|[^"\n])*/)?.[0] ?? "";
  const bare = header.replace(/"(?:[^"]|"")*"/g, "");
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}
