import { Refused } from "./refused.ts";
import { isEmptyValue } from "./source_row.ts";

const NOT_ID = new Refused("a text or a whole number");

/** Reads the id of a review at its source; a missing or empty one is `null`. */
export function readId(value: unknown): string | null | Refused {
  if (isEmptyValue(value)) return null;
  if (typeof value === "string") return value.trim();
  return Number.isSafeInteger(value) ? String(value) : NOT_ID;
}
