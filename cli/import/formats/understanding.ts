import { z } from "zod";
import type { ImportFormat } from "./import_format.ts";
import type { MappedField } from "./mapped_format.ts";

/** What a file was taken for, and how sure that is. */
export interface Understanding {
  /** The format that reads the rows; with `scale` and `dateOrder` where they were guessed or remembered. */
  readonly format: ImportFormat;
  /**
   * `known`: a format with marks of its own explains all columns. `given`: `--map` or `--format` says so. `remembered`:
   * confirmed before for these columns. `guessed`: by names and values.
   */
  readonly ground: "known" | "given" | "remembered" | "guessed";
  /** All columns or member paths of the file. */
  readonly columns: readonly string[];
  /** Which column each field was read from. */
  readonly used: ReadonlyMap<MappedField, string>;
  /** Columns with values that nothing reads and that the format does not know to be of no use. */
  readonly leftOver: readonly string[];
  /** Columns without a value in the rows by which the file was understood, and that nothing reads. */
  readonly silent: readonly string[];
  /** How well the column of each field fits, 0 to about 2; empty unless it was guessed. */
  readonly scores: ReadonlyMap<MappedField, number>;
  /** What could as well be something else. */
  readonly doubts: readonly Doubt[];
  /** The same as options of the command line, to paste. */
  readonly options: string;
}

/** A decision that is nearly a draw. */
export interface Doubt {
  /** A field with two columns, which rows are reviews, or a decision about the whole file. */
  readonly field: MappedField | "rows" | "format" | "scale" | "date-order";
  /** What was chosen: a column, "none", or the value of the option `--format`, `--scale` or `--date-order`. */
  readonly column: string;
  /** What fits about as well. */
  readonly rival: string;
}

/** How the files with certain columns are read, as an operator has confirmed it. */
export type Confirmed = z.infer<typeof Confirmed>;
export const Confirmed = z.object({
  format: z.string().optional(),
  map: z.record(z.string(), z.string()).describe("fields and the column of each"),
  source: z.string().optional(),
  scale: z.number().optional(),
  dateOrder: z.enum(["dmy", "mdy"]).optional(),
  places: z.array(z.string()).readonly().optional().describe("the places whose reviews are wanted"),
  mendLetters: z.boolean().optional().describe("whether letters that were decoded twice are put right"),
  leftOver: z.array(z.string()).readonly().optional().describe("columns that the operator saw left over"),
}).readonly();
