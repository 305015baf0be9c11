import { foldedCell } from "../source_row.ts";

/** The order of the first two numbers of a date such as 03/04/2024. */
export type DayOrder = "dmy" | "mdy";

/** A date in digits whose first two numbers may be day and month in either order. */
export interface NumericDay {
  readonly first: number;
  readonly second: number;
  readonly year: number;
}

const NUMERIC = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|(?<=\/)\d{2})(?:[ ,t].*)?$/;

/**
 * Parses a date such as `31/05/2024`, `5/31/24 10:11` or `31-05-2024`; null for any other value. Dates with dots are none
 * of these: they are always day first.
 */
export function numericDay(value: unknown): NumericDay | null {
  const [, first, , second, year] = NUMERIC.exec(foldedCell(value)) ?? [];
  return year === undefined ? null : { first: Number(first), second: Number(second), year: Number(fullYear(year)) };
}

/** The year in four digits. One of two digits is of this century: no review is older. */
export function fullYear(year: string): string {
  return year.length === 2 ? `20${year}` : year;
}
