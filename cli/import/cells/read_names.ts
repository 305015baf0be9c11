import { readText } from "./read_text.ts";
import { ValueFault } from "./value_fault.ts";

const NOT_NAMES = new ValueFault("a list of at most 100 texts of 1 to 200 characters");

/** Parses a list of names or ids that a review mentions; a missing list is empty. */
export function readNames(value: unknown): string[] | ValueFault {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > 100) return NOT_NAMES;
  const names: string[] = [];
  for (const item of value) {
    const name = readText(item, 200);
    if (name === null || name instanceof ValueFault) return NOT_NAMES;
    names.push(name);
  }
  return names;
}
