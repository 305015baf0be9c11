import { readText } from "./read_text.ts";
import { ValueFault } from "./value_fault.ts";

/**
 * Reads a text that must stand on one line, such as a name.
 *
 * @param limit The greatest number of characters (UTF-16 code units).
 * @param absent What an empty value stands for; `null` when there must be one.
 */
export function readLine(value: unknown, limit: number, absent: string | null): string | ValueFault {
  const text = readText(value, limit);
  if (text instanceof ValueFault) return text;
  const line = text?.replace(/\s*[\n\t]\s*/g, " ") ?? absent;
  return line ?? new ValueFault(`a text of 1 to ${limit} characters`);
}
