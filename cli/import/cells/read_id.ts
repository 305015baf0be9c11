import { isEmptyValue } from "./source_row.ts";
import { ValueFault } from "./value_fault.ts";

const NOT_ID = new ValueFault("a text or a whole number");

/** Parses the id of a review at its source; `null` if it is missing or empty. */
export function readId(value: unknown): string | null | ValueFault {
  if (isEmptyValue(value)) return null;
  if (typeof value === "string") return value.trim();
  return Number.isSafeInteger(value) ? String(value) : NOT_ID;
}
