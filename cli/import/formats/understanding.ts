import { SAID_STATES } from "../cells/read_flag.ts";
import { DAY_ORDERS } from "../cells/day_order.ts";
import { NAME_FORMS } from "../cells/read_text.ts";
import { z } from "zod";
import { VERIFICATIONS } from "../../../domain/review.ts";
import { COLUMN_SEPARATOR, type FieldMap, type ImportFormat, type MappedField } from "./import_format.ts";

/** The detected format of a file, its columns, and all doubts about them. */
export interface Understanding {
  /** The format that reads the rows, including a guessed or remembered `scale` and `dateOrder`. */
  readonly format: ImportFormat;
  /**
   * How the format was determined. `known`: a format recognised by its marks knows all columns. `given`: by `--map` or
   * `--format`. `remembered`: confirmed before for these columns. `guessed`: from names and values.
   */
  readonly ground: "known" | "given" | "remembered" | "guessed";
  readonly columns: readonly string[];
  readonly used: ReadonlyMap<MappedField, string>;
  /** Unread columns with values that the format does not list as ignored. */
  readonly leftOver: readonly string[];
  /** Unread columns with few different values, and these values. A new value may have another meaning. */
  readonly watched: ReadonlyMap<string, ReadonlySet<string>>;
  /** Unknown words in columns of states, with their numbers of rows. Those rows are left out, or lose the name. */
  readonly unknownStates: ReadonlyMap<string, number>;
  /** Decisions that could be wrong. */
  readonly doubts: readonly Doubt[];
  /** Decisions without which the rows cannot be read. */
  readonly needs: readonly Doubt[];
  /** Understands the same columns with further options, as an import does; null if it then refuses the file. */
  readonly again: (map: FieldMap, ignored: readonly string[]) => Understanding | null;
}

/** An uncertain decision about the format of a file. */
export interface Doubt {
  /**
   * Subject of the doubt: a field whose column is not certain, a decision about the whole file, or a `column` that is
   * not read.
   */
  readonly field: MappedField | "column" | "format" | "scale" | "date-order" | "relative-to" | "letters" | "stars";
  /** The choice made: a column, "none", or the value of the option `--format`, `--scale` or `--date-order`. */
  readonly column: string;
  /** The alternative that fits about as well. For a doubt about an unread column: that column. */
  readonly rival: string;
  /** The fields that an unread column may be. */
  readonly offered?: readonly MappedField[];
  /** All columns that may be the field, in the order of the file. */
  readonly parts?: readonly string[];
  /** Examples of the values that raise the doubt, for messages. */
  readonly examples?: string;
}

/** The reading that an operator confirmed for files with certain columns. */
export type Confirmed = z.infer<typeof Confirmed>;
export const Confirmed = z.object({
  format: z.string().optional(),
  map: z.record(z.string(), z.string()).describe("fields and the column of each"),
  source: z.string().optional(),
  scale: z.number().optional(),
  dateOrder: z.enum(DAY_ORDERS).optional(),
  places: z.array(z.string()).readonly().optional().describe("the places whose reviews are wanted"),
  verification: z.enum(VERIFICATIONS).optional().describe("who vouches for rows that do not say it"),
  names: z.enum(NAME_FORMS).optional().describe("how names of authors are published"),
  mendLetters: z.boolean().optional().describe("whether letters that were decoded twice are put right"),
  leftOver: z.array(z.string()).readonly().optional().describe("columns that the operator saw left over"),
  values: z.record(z.string(), z.array(z.string()).readonly()).optional().describe(
    "the values of those columns, where they are few",
  ),
  states: z.record(z.string(), z.enum(SAID_STATES)).optional().describe("what words of states mean"),
  stars: z.record(z.string(), z.number()).optional().describe("stars of words, 0 for none"),
  revision: z.number().optional().describe("the revision that was published when it was confirmed"),
}).readonly();

/** A confirmed reading, over which the columns and ignored columns of a command take precedence. */
export function withOptions(confirmed: Confirmed, map: FieldMap, ignored: readonly string[]): Confirmed {
  const kept = Object.entries(confirmed.map).map(([field, columns]) => {
    const read = columns.split(COLUMN_SEPARATOR).filter((column) => !ignored.includes(column));
    return [field, read.join(COLUMN_SEPARATOR)] as const;
  });
  return {
    ...confirmed,
    leftOver: [...confirmed.leftOver ?? [], ...ignored],
    values: Object.fromEntries(Object.entries(confirmed.values ?? {}).filter(([name]) => !ignored.includes(name))),
    map: {
      ...Object.fromEntries(kept.filter(([, columns]) => columns !== "")),
      ...Object.fromEntries(map),
    },
  };
}

/** The reading by a confirmed format and map as it was confirmed: without the doubts that were answered. */
export function withConfirmed<Known extends Omit<Understanding, "again">>(
  known: Known,
  { source, scale, dateOrder, leftOver = [], values = {} }: Confirmed,
): Known {
  const isUnseen = (name: string) => !leftOver.includes(name);
  const { watched } = known;
  // A value that the operator has not seen may have another meaning, so the column is doubtful again.
  const isNew = (name: string) => values[name] !== undefined && !watched.get(name)?.isSubsetOf(new Set(values[name]));
  return {
    ...known,
    format: { ...known.format, ...source !== undefined && { source }, scale, dateOrder },
    ground: "remembered",
    columns: [...new Set([...known.columns, ...leftOver])],
    leftOver: known.leftOver.filter(isUnseen),
    watched: new Map(Array.from(watched, ([name, seen]) => [name, new Set([...seen, ...values[name] ?? []])])),
    doubts: known.doubts.filter(({ rival }) => isUnseen(rival) || isNew(rival)),
  };
}
