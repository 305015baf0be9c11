const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 6 * 3_600_000;
const LONGEST_ASKED_MS = 24 * 3_600_000;

/**
 * Delay before a failed source of reviews is polled again, or a failed alert is sent again, in milliseconds: a minute,
 * doubled with each failure in a row up to six hours.
 *
 * @param asked Delay that the other server asks for, accepted up to a day; null if it does not.
 */
export function backoff(failures: number, asked: number | null): number {
  const delay = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
  return Math.max(delay, Math.min(asked ?? 0, LONGEST_ASKED_MS));
}
