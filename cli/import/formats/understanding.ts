import { z } from "zod";
import { sentence } from "../../../domain/sentences/sentence.ts";
import { VERIFICATIONS } from "../../../domain/review.ts";
import { lastPart } from "../../command/file_path.ts";
import { type Choice, confirmation } from "../../command/choice.ts";
import { DAY_ORDERS } from "../cells/day_order.ts";
import { CHOSEN_STATES } from "../cells/read_flag.ts";
import { wordsOfKind } from "../cells/language_words.ts";
import { foldedCell } from "../cells/source_row.ts";
import { NAME_FORMS } from "../cells/read_text.ts";
import type { ColumnSample } from "./column_table.ts";
import { COLUMN_SEPARATOR, type FieldMap, type ImportFormat, type MappedField } from "./import_format.ts";

/** The format of a file, its table of columns, and what is open about them. */
export interface Understanding {
  /** The format that reads the rows, including a remembered `scale` and `dateOrder`. */
  readonly format: ImportFormat;
  /**
   * How the format was determined. `known`: a format recognised by its marks knows all columns. `given`: by `--map` or
   * `--format`. `remembered`: confirmed before for these columns. `suggested`: by the names of columns.
   */
  readonly ground: "known" | "given" | "remembered" | "suggested";
  /** The columns with some values. */
  readonly table: readonly ColumnSample[];
  readonly used: ReadonlyMap<MappedField, string>;
  /** Columns with values that the format neither reads nor lists as ignored. */
  readonly leftOver: readonly string[];
  /** Those of them that hold texts, and that nobody has named. */
  readonly unreadTexts: readonly string[];
  /** Unread columns with few different values, and these values. A new value may have another meaning. */
  readonly watched: ReadonlyMap<string, ReadonlySet<string>>;
  /** Unknown words in columns of states, with their numbers of rows. Those rows are left out, or lose the name. */
  readonly unknownStates: ReadonlyMap<string, number>;
  /** What must be decided before the import. The questions do not name the file. */
  readonly doubts: readonly Choice[];
  /** What must be decided before the rows can be read. */
  readonly needs: readonly Choice[];
}

/** The names of all columns. */
export function columnNames({ table }: Pick<Understanding, "table">): readonly string[] {
  return table.map(({ name }) => name);
}

/** The reading that an operator confirmed for files with certain columns. */
export type Confirmed = z.infer<typeof Confirmed>;
export const Confirmed = z.object({
  format: z.string().optional(),
  map: z.record(z.string(), z.string()).describe("fields and the column of each"),
  source: z.string().optional().describe("the source of rows that name none"),
  files: z.array(z.string()).readonly().optional().describe("names of the files that were confirmed, without digits"),
  scale: z.number().optional().describe("the best rating; the rows show it if absent"),
  dateOrder: z.enum(DAY_ORDERS).optional(),
  places: z.array(z.string()).readonly().optional().describe("the places whose reviews are wanted"),
  verification: z.enum(VERIFICATIONS).optional().describe("who vouches for rows that do not say it"),
  names: z.enum(NAME_FORMS).optional().describe("how names of authors are published"),
  mendLetters: z.boolean().optional().describe("whether letters that were decoded twice are repaired"),
  leftOver: z.array(z.string()).readonly().optional().describe("columns that the operator saw left over"),
  values: z.record(z.string(), z.array(z.string()).readonly()).optional().describe(
    "the values of those columns, where they are few",
  ),
  states: z.record(z.string(), z.enum(CHOSEN_STATES)).optional().describe("what words of states mean"),
  stars: z.record(z.string(), z.number()).optional().describe("stars of words, 0 for none"),
  revision: z.number().optional().describe("the revision that was published when it was confirmed"),
}).readonly();

/**
 * What an operator says of files, by options or by the settings of a source. It overrides what their format has and what
 * was confirmed before.
 */
export interface WishedReading extends Omit<Confirmed, "map" | "files" | "leftOver" | "values" | "revision"> {
  /** Columns by field: all of them for the format "csv", or replacements for those of a known format. */
  readonly map?: FieldMap | undefined;
  readonly ignored?: readonly string[] | undefined;
  /** The day from which relative dates count, `YYYY-MM-DD`. It suits one export only, so it is not remembered. */
  readonly relativeTo?: string | undefined;
  /** Whether the files come from one place that somebody has set up, so that what was confirmed holds for all. */
  readonly isOneTool?: boolean;
}

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

const MONTHS = wordsOfKind("months");

/** The name of a file without its folder, digits, months and ending: exports of one tool share it. */
export function fileStem(file: string): string {
  const name = foldedCell(lastPart(file).replace(/\.\w+$/, ""));
  return name.split(/\P{L}+/u).filter((word) => word !== "" && !MONTHS.has(word)).join(" ");
}

/**
 * The reading by a confirmed format and map as it was confirmed: without the choices that were answered. A file of
 * another name, and of no source that is named again, may be of another tool: then it needs a yes.
 */
export function withConfirmed<Known extends Understanding>(
  known: Known,
  file: string,
  confirmed: Confirmed,
  isOfSource: (source: string | undefined) => boolean,
): Known {
  const { source, files, scale, dateOrder, leftOver = [], values = {} } = confirmed;
  const isUnseen = (name: string) => !leftOver.includes(name);
  const { watched } = known;
  // A value that the operator has not seen may have another meaning, so the column is doubtful again.
  const isNew = (name: string) => values[name] !== undefined && !watched.get(name)?.isSubsetOf(new Set(values[name]));
  const isOther = files !== undefined && !files.includes(fileStem(file)) && !isOfSource(source);
  const question = source === undefined
    ? sentence("its columns were confirmed for a file of another name.")
    : sentence("its columns were confirmed for a file of another name, as reviews of {source}.", { source });
  return {
    ...known,
    format: { ...known.format, ...source !== undefined && { source }, scale, dateOrder },
    ground: "remembered",
    leftOver: known.leftOver.filter(isUnseen),
    watched: new Map(Array.from(watched, ([name, seen]) => [name, new Set([...seen, ...values[name] ?? []])])),
    doubts: [
      ...isOther ? [confirmation("remembered", question)] : [],
      ...known.doubts.filter(({ columns }) => columns.some((name) => isUnseen(name) || isNew(name))),
    ],
  };
}
