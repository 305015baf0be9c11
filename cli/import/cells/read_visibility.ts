import { wordsOf } from "./language_words.ts";
import { foldedCell, isEmptyValue } from "./source_row.ts";
import { ValueFault } from "./value_fault.ts";

const UNKNOWN = new ValueFault("a state such as published, hidden or spam");
const STATES: ReadonlyMap<string, number> = new Map([...wordsOf("flags"), ...wordsOf("states")]);
const REASONS = [null, "not published", "marked as spam"];

/**
 * Parses what a source says of the visibility of a review: `published`, `Active`, `Hidden`, `pending`, `spam`, yes or no,
 * in any language of the words.
 *
 * @returns Why the source does not show it; null if it does, or says nothing.
 */
export function readVisibility(value: unknown): string | null | ValueFault {
  if (isEmptyValue(value)) return null;
  const reason = REASONS[STATES.get(foldedCell(value)) ?? -1];
  return reason === undefined ? UNKNOWN : reason;
}
