import { readText } from "./read_text.ts";
import { ValueFault } from "./value_fault.ts";

/**
 * Parses a text of one line, such as a name; line breaks and tabs become spaces.
 *
 * @param limit Maximum length in UTF-16 code units.
 * @param absent The result for an empty value; `null` if a value is required.
 */
export function readLine(value: unknown, limit: number, absent: string | null): string | ValueFault {
  const text = readText(value, limit);
  if (text instanceof ValueFault) return text;
  const line = text?.replace(/\s*[\n\t]\s*/g, " ") ?? absent;
  return line ?? new ValueFault(`a text of 1 to ${limit} characters`);
}
