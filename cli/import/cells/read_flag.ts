import { wordsOf } from "./language_words.ts";
import { foldedCell } from "./source_row.ts";
import { ValueFault } from "./value_fault.ts";

const NOT_FLAG = new ValueFault("true, false, yes, no, 1 or 0");
const FLAGS = wordsOf("flags");

/**
 * Parses a yes or no, in any language of the words. A missing value gives `absent`; an empty one is a fault, because a
 * column that exists must have a value in every row.
 */
export function readFlag(value: unknown, absent: boolean): boolean | ValueFault {
  if (value === undefined) return absent;
  const meaning = FLAGS.get(foldedCell(value));
  return meaning === undefined ? NOT_FLAG : meaning === 0;
}
