import { foldedCell } from "./source_row.ts";

/** The orders of the first two numbers of a date such as 03/04/2024. */
export const DAY_ORDERS = ["dmy", "mdy"] as const;

/** One of {@linkcode DAY_ORDERS}. */
export type DayOrder = typeof DAY_ORDERS[number];

const NUMERIC = /^(?:[a-z]{2,10}[.,]? )?(\d{1,2})([/-])(\d{1,2})\2(\d{4}|(?<=\/)\d{2})(?:[ ,t].*)?$/;

/** Parses a date such as `31/05/2024` or `5/31/24 10:11`; null for others. Dates with dots are always day first. */
export function numericDay(value: unknown): { first: number; second: number; year: string } | null {
  const [, first, , second, year] = NUMERIC.exec(foldedCell(value)) ?? [];
  return year === undefined ? null : { first: Number(first), second: Number(second), year };
}

/** Returns a date as `YYYY-MM-DD`. A year of two digits means this century, as no review is older. */
export function calendarDay(year: unknown, ...parts: readonly unknown[]): string {
  const four = String(year).padStart(4, "20");
  return [four, ...parts.map((part) => String(part).padStart(2, "0"))].join("-");
}

/** Minimum number of future days that show a wrong order of day and month. A single one may be a typing error. */
const FEWEST_FUTURE = 2;

/** Determines from all dates of a file whether they are written day first or month first. */
export class DayOrderVotes {
  /** The first dates that exist in one order alone, and the first that exists in both. */
  readonly examples: string[] = [];
  readonly #seen = new Set<DayOrder | "both">();
  /** Numbers of dates that would be in the future in the other order. */
  readonly #past: Record<DayOrder, number> = { dmy: 0, mdy: 0 };

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
    if (first > 12 && first <= 31 && second <= 12) this.#note("dmy", value);
    else if (second > 12 && second <= 31 && first <= 12) this.#note("mdy", value);
    if (first <= 12 && second <= 12 && first !== second) {
      this.#note("both", value);
      const isFuture = calendarDay(year, second, first) > this.lastDay;
      const telling = isFuture ? "mdy" : "dmy";
      if (isFuture !== calendarDay(year, first, second) > this.lastDay) this.#past[telling]++;
    }
    return true;
  }

  #note(kind: DayOrder | "both", value: unknown): void {
    if (this.#seen.has(kind)) return;
    this.#seen.add(kind);
    this.examples.push(String(value).trim());
  }

  /**
   * Returns the order of the file's dates. `isShown`: the dates show it, else it is the likelier one, or day first.
   * `isContradicted`: other dates show the other order.
   */
  decide(): { readonly order: DayOrder; readonly isShown: boolean; readonly isContradicted: boolean } {
    const { dmy, mdy } = this.#past;
    const isShownBy = (order: DayOrder) => this.#seen.has(order) || this.#past[order] >= FEWEST_FUTURE;
    const [isDmy, isMdy] = [isShownBy("dmy"), isShownBy("mdy")];
    const order = isMdy || !isDmy && mdy > dmy ? "mdy" : "dmy";
    const isMixed = !this.#seen.has(order) && Math.min(dmy, mdy) > 0;
    const isShown = !this.#seen.has("both") || (isDmy || isMdy) && !isMixed;
    return { order, isShown, isContradicted: isDmy && isMdy };
  }
}
