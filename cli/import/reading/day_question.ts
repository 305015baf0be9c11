import { type Parts, sentence } from "../../../domain/sentences/sentence.ts";
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

  /** A date of the file, and the day that it is in an order; null if it reads none. */
  #example(order: DayOrder): Parts<"the day is first: {written} is {day:day}"> | null {
    const written = this.#votes.examples.at(-1);
    const day = readDay(written, { lastDay: "9998-01-01", order, relativeTo: null });
    return written === undefined || typeof day !== "string" ? null : { written, day };
  }

  ask(): OpenQuestions {
    const { isShown, isContradicted } = this.#votes.decide();
    const [dmy, mdy] = [this.#example("dmy"), this.#example("mdy")];
    const order = choice("date-order", sentence("its dates may begin with the day or the month."), [], [
      [
        "--date-order=dmy",
        dmy ? sentence("the day is first: {written} is {day:day}", dmy) : sentence("the day is first"),
      ],
      [
        "--date-order=mdy",
        mdy ? sentence("the month is first: {written} is {day:day}", mdy) : sentence("the month is first"),
      ],
    ]);
    const question = sentence("its dates count from the day of the export, which it does not name.");
    const relative = choice("relative-to", question, [], [
      ["--relative-to=", sentence("the day of the export, such as 2026-05-31")],
      ["--skip-invalid", sentence("leaves out the rows with such dates")],
    ]);
    return {
      needs: [...this.#isNumeric && isContradicted ? [order] : [], ...this.#isRelative ? [relative] : []],
      doubts: this.#isNumeric && !isContradicted && !isShown ? [order] : [],
    };
  }
}
