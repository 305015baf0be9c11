import { ValueFault } from "./value_fault.ts";

const NOT_FLAG = new ValueFault("true, false, yes, no, 1 or 0");
const YES = ["true", "yes", "y", "t", "1", "verified", "verified buyer", "verified purchase", "verified reviewer"];
const NO = ["false", "no", "n", "f", "0", "unverified", "not verified"];
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...YES.map((word) => [word, true] as const),
  ...NO.map((word) => [word, false] as const),
]);

/**
 * Parses a yes or no. A missing value gives `absent`; an empty one is a fault, because a column that exists must have a
 * value in every row.
 */
export function readFlag(value: unknown, absent: boolean): boolean | ValueFault {
  if (value === undefined) return absent;
  if (typeof value !== "string" && typeof value !== "boolean" && typeof value !== "number") {
    return NOT_FLAG;
  }
  return FLAGS.get(String(value).trim().toLowerCase()) ?? NOT_FLAG;
}
