/** The order of the first two numbers of a date such as 03/04/2024. */
export type DayOrder = "dmy" | "mdy";

/** A date in digits whose first two numbers may be day and month in either order. */
export interface NumericDay {
  readonly first: number;
  readonly second: number;
  readonly year: number;
}

const TIME = String.raw`(?:,?[ T]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M)?(?: ?(?:Z|UTC|GMT))?)?`;
const NUMERIC = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})${TIME}$`, "i");

/**
 * Parses a date such as `31/05/2024`, `5/31/2024 10:11` or `31.05.2024`; null for any other value. Two-digit years are
 * not accepted, because the century would be a guess.
 */
export function numericDay(value: unknown): NumericDay | null {
  if (typeof value !== "string") return null;
  const parts = NUMERIC.exec(value.trim());
  if (parts === null) return null;
  return { first: Number(parts[1]), second: Number(parts[3]), year: Number(parts[4]) };
}
