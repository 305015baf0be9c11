import { ImportFileError } from "../bytes/import_file_error.ts";
import { foldedCell } from "./source_row.ts";

/** The orders of the first two numbers of a date such as 03/04/2024. */
export const DAY_ORDERS = ["dmy", "mdy"] as const;

/** One of {@linkcode DAY_ORDERS}. */
export type DayOrder = typeof DAY_ORDERS[number];

const NUMERIC = /^(?:[a-z]{2,10}[.,]? )?(\d{1,2})([/-])(\d{1,2})\2(\d{4}|(?<=\/)\d{2})(?:[ ,t].*)?$/;

/**
 * Parses a date such as `31/05/2024`, `5/31/24 10:11` or `31-05-2024`; null for any other value, including dates with
 * dots, which are always day first.
 */
export function numericDay(value: unknown): { first: number; second: number; year: string } | null {
  const [, first, , second, year] = NUMERIC.exec(foldedCell(value)) ?? [];
  return year === undefined ? null : { first: Number(first), second: Number(second), year };
}

/** Returns a date as `YYYY-MM-DD`. A year of two digits means this century, as no review is older. */
export function calendarDay(year: unknown, ...parts: readonly unknown[]): string {
  const four = String(year).padStart(4, "20");
  return [four, ...parts.map((part) => String(part).padStart(2, "0"))].join("-");
}

/** Number of days from which those in the future show the order of dates. A single one may be a slip. */
const FEWEST_FUTURE = 2;

/** Determines from all dates of a file whether they are written day first or month first. */
export class DayOrderVotes {
  /** Numbers of dates that exist in one order alone. */
  readonly #certain: Record<DayOrder, number> = { dmy: 0, mdy: 0 };
  /** Numbers of dates that would be in the future in the other order. */
  readonly #past: Record<DayOrder, number> = { dmy: 0, mdy: 0 };
  #ambiguous: string | null = null;

  /** @param lastDay The latest day that is accepted, `YYYY-MM-DD`. */
  constructor(readonly lastDay: string) {}

  /**
   * Counts a value of a date column.
   *
   * @returns True if the value cannot be parsed before the order is known.
   */
  see(value: unknown): boolean {
    const day = numericDay(value);
    if (day === null) return false;
    const { first, second, year } = day;
    if (first > 12 && first <= 31 && second <= 12) this.#certain.dmy++;
    else if (second > 12 && second <= 31 && first <= 12) this.#certain.mdy++;
    else if (first <= 12 && second <= 12 && first !== second) {
      this.#ambiguous ??= String(value).trim();
      const isFuture = calendarDay(year, second, first) > this.lastDay;
      if (isFuture !== calendarDay(year, first, second) > this.lastDay) this.#past[isFuture ? "mdy" : "dmy"]++;
    }
    return true;
  }

  /**
   * Returns the order of the file's dates, and whether they show it; else it is the likelier one, or day first.
   *
   * @param isGuessed Whether the format is a guess, which a person confirms anyway.
   * @throws {ImportFileError} If some date needs the order, too few dates show it, and the format is certain.
   */
  decide(file: string, isGuessed = false): { readonly order: DayOrder; readonly isShown: boolean } {
    const { dmy, mdy } = this.#past;
    const isPast = Math.min(dmy, mdy) === 0 && dmy + mdy >= FEWEST_FUTURE;
    const isShown = isPast || this.#certain.dmy + this.#certain.mdy > 0 || this.#ambiguous === null;
    // Rows that do not fit the order become faults when they are parsed.
    if (isShown || isGuessed) {
      return { order: this.#certain.mdy + mdy > this.#certain.dmy + dmy ? "mdy" : "dmy", isShown };
    }
    throw new ImportFileError(
      `${file} does not show whether its dates are day/month or month/day ` +
        `(such as ${this.#ambiguous}): give --date-order dmy or --date-order mdy.`,
    );
  }
}
