import type { Choice } from "../../command/choice.ts";
import type { SourceRow } from "../cells/source_row.ts";
import type { RowRules } from "./read_row.ts";

/** A question about a file that its rows raise, and settle or leave open. */
export interface Question {
  /** Sees a row before it is read. True if the row cannot be read before all were seen. */
  readonly see: (row: SourceRow) => boolean;
  /** The rules that the rows settle, after all were seen. */
  readonly settle: () => Partial<RowRules>;
  /** What is open: `needs` before the rows can be read, `doubts` before they are published. */
  readonly ask: () => OpenQuestions;
}

/** The choices that a question leaves open. */
export interface OpenQuestions {
  readonly needs?: readonly Choice[];
  readonly doubts?: readonly Choice[];
}
