import { isEmptyValue } from "./source_row.ts";
import { ValueFault } from "./value_fault.ts";

const SHOWN = [
  ...["published", "publish", "active", "approved", "approve", "accepted", "visible", "shown", "live", "ok", "public"],
  ...["online", "enabled", "complete", "completed", "true", "yes", "y", "1", "new", "replied", "responded", "read"],
];
const NOT_SHOWN = [
  ...["unpublished", "hidden", "inactive", "pending", "draft", "rejected", "denied", "disapproved", "unapproved"],
  ...["archived", "deleted", "removed", "trash", "flagged", "not-yet", "not yet", "hold", "on hold", "moderation"],
  ...["private", "disabled", "in review", "awaiting moderation", "unverified", "suspended", "reported"],
  ...["false", "no", "n", "0", "post-trashed"],
];
const SPAM = ["spam", "fake"];
const UNKNOWN = new ValueFault("a state such as published, hidden or spam");
const REASONS: ReadonlyMap<string, string> = new Map([
  ...NOT_SHOWN.map((word) => [word, "not published"] as const),
  ...SPAM.map((word) => [word, "marked as spam"] as const),
]);
const SHOWN_WORDS: ReadonlySet<string> = new Set(SHOWN);

/**
 * Parses what a source says of the visibility of a review: `published`, `Active`, `Hidden`, `pending`, `spam`, yes or no.
 *
 * @returns Why the source does not show it; null if it does, or says nothing.
 */
export function readVisibility(value: unknown): string | null | ValueFault {
  if (isEmptyValue(value)) return null;
  const word = String(value).trim().toLowerCase();
  return REASONS.get(word) ?? (SHOWN_WORDS.has(word) ? null : UNKNOWN);
}
