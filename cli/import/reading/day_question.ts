import { choice } from "../../command/choice.ts";
import { type DayOrder, DayOrderVotes } from "../cells/day_order.ts";
import { isRelativeDay, readDay } from "../cells/read_day.ts";
import type { SourceRow } from "../cells/source_row.ts";
import type { ImportFormat } from "../formats/import_format.ts";
import type { OpenQuestions, Question } from "./question.ts";
import type { RowRules } from "./read_row.ts";

/** Whether days such as 03/04/2025 begin with the day, and from which day "2 weeks ago" counts. */
export class DayQuestion implements Question {
  readonly #votes: DayOrderVotes;
  #isNumeric = false;
  #isRelative = false;

  /** @param known The order and the day of the export, as far as they are known. */
  constructor(
    private readonly fields: ImportFormat["fields"],
    private readonly known: Pick<RowRules, "lastDay" | "order" | "relativeTo">,
  ) {
    this.#votes = new DayOrderVotes(known.lastDay);
  }

  see(row: SourceRow): boolean {
    const { lastDay, order, relativeTo } = this.known;
    const { value } = row.cell(this.fields.date);
    this.#isRelative ||= relativeTo === null && isRelativeDay(value, lastDay);
    if (order !== null) return false;
    const isNumeric = [value, row.cell(this.fields.reply_date).value].map((day) => this.#votes.see(day)).includes(true);
    this.#isNumeric ||= isNumeric;
    return isNumeric;
  }

  settle(): { readonly order: DayOrder | null } {
    return { order: this.known.order ?? (this.#isNumeric ? this.#votes.decide().order : null) };
  }

  /** What an order makes of a date of the file, such as `: 03/04/2026 is 3 April 2026`; empty if it reads none. */
  #shown(order: DayOrder): string {
    const date = this.#votes.examples.at(-1);
    const day = readDay(date, { lastDay: "9998-01-01", order, relativeTo: null });
    return date === undefined || typeof day !== "string" ? "" : `: ${date} is ${longDay(day)}`;
  }

  ask(): OpenQuestions {
    const { isShown, isContradicted } = this.#votes.decide();
    const order = choice("date-order", "its dates may begin with the day or the month.", [], [
      ["--date-order=dmy", `the day is first${this.#shown("dmy")}`],
      ["--date-order=mdy", `the month is first${this.#shown("mdy")}`],
    ]);
    const relative = choice("relative-to", "its dates count from the day of the export, which it does not name.", [], [
      ["--relative-to=", "the day of the export, such as 2026-05-31"],
      ["--skip-invalid", "leaves out the rows with such dates"],
    ]);
    return {
      needs: [...this.#isNumeric && isContradicted ? [order] : [], ...this.#isRelative ? [relative] : []],
      doubts: this.#isNumeric && !isContradicted && !isShown ? [order] : [],
    };
  }
}

function longDay(day: string): string {
  return new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}
