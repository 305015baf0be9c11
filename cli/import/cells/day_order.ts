import { ImportFileError } from "../bytes/import_file_error.ts";
import { shownValue } from "./row_reader.ts";
import { foldedCell, type RowPlace, type SourceRow } from "./source_row.ts";

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

function seenDay(value: unknown, { place }: Pick<SourceRow, "place">) {
  return { day: shownValue(value), place };
}

type SeenDay = ReturnType<typeof seenDay>;

/** Number of days from which those in the future show the order of dates. A single one may be a slip. */
const FEWEST_FUTURE = 2;

/** Determines from all dates of a file whether they are written day first or month first. */
export class DayOrderVotes {
  /** The first date that exists in one order alone, with its row. */
  readonly #certain: Partial<Record<DayOrder, SeenDay>> = {};
  /** The first dates that would be in the future in the other order, up to {@linkcode FEWEST_FUTURE}. */
  readonly #past: Record<DayOrder, SeenDay[]> = { dmy: [], mdy: [] };
  #ambiguous: string | null = null;

  /** @param lastDay The latest day that is accepted, `YYYY-MM-DD`. */
  constructor(readonly lastDay: string) {}

  /**
   * Counts a value of a date column.
   *
   * @returns True if the value cannot be parsed before the order is known.
   */
  see(value: unknown, row: Pick<SourceRow, "place">): boolean {
    const day = numericDay(value);
    if (day === null) return false;
    const { first, second, year } = day;
    const [isFirst, isSecond] = [first, second].map((number) => number > 12 && number <= 31);
    const only = isFirst && second <= 12 ? "dmy" : isSecond && first <= 12 ? "mdy" : null;
    if (only !== null) this.#certain[only] ??= seenDay(value, row);
    if (first <= 12 && second <= 12 && first !== second) {
      this.#ambiguous ??= String(value).trim();
      const isFuture = calendarDay(year, second, first) > this.lastDay;
      const past = this.#past[isFuture ? "mdy" : "dmy"];
      const isTelling = isFuture !== calendarDay(year, first, second) > this.lastDay;
      if (isTelling && past.length < FEWEST_FUTURE) past.push(seenDay(value, row));
    }
    return true;
  }

  /**
   * Returns the order of the file's dates, and whether they show it; else it is the likelier one, or day first.
   *
   * @param isGuessed Whether the format is a guess, which a person confirms anyway.
   * @param lineOf Returns the line in which a row begins, from 1.
   * @throws {ImportFileError} If dates contradict each other, or too few show the order and the format is certain.
   */
  decide(
    file: string,
    isGuessed: boolean,
    lineOf: (place: RowPlace) => number | undefined,
  ): { readonly order: DayOrder; readonly isShown: boolean } {
    const [dmy, mdy] = DAY_ORDERS.map((order) => this.#certain[order] ?? this.#past[order][FEWEST_FUTURE - 1]);
    if (dmy !== undefined && mdy !== undefined) {
      throw new ImportFileError(
        `${file} has dates in two orders: "${dmy.day}" in line ${lineOf(dmy.place)} can only be day/month, ` +
          `and "${mdy.day}" in line ${
            lineOf(mdy.place)
          } only month/day: else they would not exist or lie in the future. ` +
          "Correct the file, or give --date-order, which makes dates of the other order problems.",
      );
    }
    const order = mdy !== undefined || dmy === undefined && this.#past.mdy.length > this.#past.dmy.length
      ? "mdy"
      : "dmy";
    const isMixed = this.#certain[order] === undefined && this.#past.dmy.length > 0 && this.#past.mdy.length > 0;
    const isShown = this.#ambiguous === null || (dmy ?? mdy) !== undefined && !isMixed;
    // Rows that do not fit the order become faults when they are parsed.
    if (isShown || isGuessed) return { order, isShown };
    throw new ImportFileError(
      `${file} does not show whether its dates are day/month or month/day ` +
        `(such as ${this.#ambiguous}): give --date-order dmy or --date-order mdy.`,
    );
  }
}
