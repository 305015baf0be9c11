import { ValueFault } from "./value_fault.ts";

const NOT_FLAG = new ValueFault("true, false, yes, no, 1 or 0");
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

/**
 * Reads a yes or no. A value that is missing is `absent`; one that is there but empty is refused,
 * because an explicit column must say what it means in every row.
 */
export function readFlag(value: unknown, absent: boolean): boolean | ValueFault {
  if (value === undefined) return absent;
  if (typeof value !== "string" && typeof value !== "boolean" && typeof value !== "number") {
    return NOT_FLAG;
  }
  return FLAGS.get(String(value).trim().toLowerCase()) ?? NOT_FLAG;
}
