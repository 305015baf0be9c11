import { ImportFileError } from "../bytes/import_file_error.ts";
import { type DayOrder, numericDay } from "../cells/days/numeric_day.ts";

/** Determines from all dates of a file whether they are written day first or month first. */
export class DayOrderVotes {
  readonly #votes: Record<DayOrder, number> = { dmy: 0, mdy: 0 };
  #ambiguous: string | null = null;

  /**
   * Counts a value of a date column.
   *
   * @returns Whether the value can only be parsed when the order is known.
   */
  see(value: unknown): boolean {
    const day = numericDay(value);
    if (day === null) return false;
    const { first, second } = day;
    if (first > 12 && first <= 31 && second <= 12) this.#votes.dmy++;
    else if (second > 12 && second <= 31 && first <= 12) this.#votes.mdy++;
    else if (first <= 12 && second <= 12 && first !== second) this.#ambiguous ??= String(value).trim();
    return true;
  }

  /** Whether some date needs the order and no date shows it. */
  get isOpen(): boolean {
    return this.#votes.dmy === 0 && this.#votes.mdy === 0 && this.#ambiguous !== null;
  }

  /**
   * The order of the file's dates. If both orders occur, the more frequent one; rows that do not fit it become faults
   * when they are parsed.
   *
   * @throws {ImportFileError} If some date needs the order and no date shows it.
   */
  decide(file: string): DayOrder {
    const { dmy, mdy } = this.#votes;
    if (this.isOpen) {
      throw new ImportFileError(
        `${file} does not show whether its dates are day/month or month/day ` +
          `(such as ${this.#ambiguous}): give --date-order dmy or --date-order mdy.`,
      );
    }
    return mdy > dmy ? "mdy" : "dmy";
  }
}
