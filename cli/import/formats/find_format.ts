import type { Container } from "../bytes/file_container.ts";
import { ImportFileError, UnknownFormatError } from "../bytes/import_file_error.ts";
import { comparableName } from "../cells/csv_columns.ts";
import { isJsonObject } from "../cells/object_row.ts";
import { isEmptyValue, type Names } from "../cells/source_row.ts";
import { listedNames, shownValue } from "../cells/value_fault.ts";
import { type ColumnProfile, columnProfile, type SampledColumn } from "./column_profile.ts";
import { guessMap, isNeverUsed, isStateColumn, isTelling, mapOptions, placeColumn, STATE_FIELDS } from "./guess_map.ts";
import type { FoundRows, ImportFormat } from "./import_format.ts";
import { IMPORT_FORMAT_NAMES, IMPORT_FORMATS } from "./import_formats.ts";
import {
  COLUMN_SEPARATOR,
  type FieldMap,
  isWholeMap,
  MAPPED_FIELDS,
  mappedColumns,
  type MappedField,
  mappedFormat,
  withMap,
} from "./mapped_format.ts";
import { rowsUnder } from "./row_groups.ts";
import type { Confirmed, Doubt, Understanding } from "./understanding.ts";

/** What the operator specifies about the format. */
export interface FormatWish {
  /** Name of the format; determined for each file if absent. */
  readonly format?: string | undefined;
  /** Columns by field, for the format "csv" or in place of those of a known format. */
  readonly map?: FieldMap | undefined;
  /** Whether a file of no known format is read as its columns are guessed; if not, it is refused with the guess. */
  readonly guess?: boolean | undefined;
  /** How files with these columns were confirmed to be read; null if they were not. */
  readonly confirmed?: ((columns: readonly string[]) => Confirmed | null) | undefined;
}

/** The rows of a file as a format finds them. */
interface Layout {
  readonly columns: readonly SampledColumn[];
  /** Null for a table, whose rows are the same for every format. */
  readonly found: FoundRows | null;
}

/** A file before its format is known. */
interface UnknownFile {
  readonly file: string;
  /** The rows as a format finds them; null if the file cannot be of the format. */
  readonly layoutOf: (format: Pick<ImportFormat, "containers" | "findRows" | "plainRow">) => Layout | null;
  readonly isTable: boolean;
  readonly lastDay: string;
}

const HELP = "docs/import.md has the formats";
/** Rows of a document from which its columns are judged. */
const SAMPLED_ROWS = 500;
/** A name of grades that are no stars. */
const ONE_IS_BEST =
  /\b1 ?(?:=|:|is|ist) ?(?:the )?(?:best|sehr gut|excellent|very good|excelente|muy b|ottimo|tres bien|très bien|top)|[56] ?(?:=|:) ?(?:poor|worst|bad|schlecht|mangelhaft|ungen|mauvais|malo|pessim)|schulnote/i;
/** Finds the rows of files that no format knows. */
const ANY_TABLE: Pick<ImportFormat, "containers" | "findRows" | "plainRow"> = {
  containers: ["csv", "json"],
  findRows: rowsUnder("reviews"),
};

/**
 * The format that the operator names, with the columns of the map; `null` if none is named and the map alone does not
 * make one.
 *
 * @throws {ImportFileError} If there is no such format, or its column map is missing or wrong.
 */
export function namedFormat(wish: FormatWish): ImportFormat | null {
  const map: FieldMap = wish.map ?? new Map();
  if (wish.format === "csv") return mappedFormat(map);
  if (wish.format === undefined) return map.size > 0 && isWholeMap(map) ? mappedFormat(map) : null;
  const format = IMPORT_FORMATS.find(({ name }) => name === wish.format);
  if (format !== undefined) return map.size > 0 ? withMap(format, map) : format;
  throw new ImportFileError(`There is no format "${wish.format}": the formats are ${IMPORT_FORMAT_NAMES.join(", ")}.`);
}

/**
 * Determines what a table, such as a CSV file, is.
 *
 * @param columns All columns with some of their values.
 * @throws {ImportFileError} If its format is not certain, or not the one that is named.
 */
export function understandTable(
  file: string,
  columns: readonly SampledColumn[],
  wish: FormatWish,
  lastDay: string,
): Understanding {
  const layoutOf: UnknownFile["layoutOf"] = ({ containers }) =>
    containers.includes("csv") ? { columns, found: null } : null;
  return understand({ file, layoutOf, isTable: true, lastDay }, wish).understanding;
}

/**
 * Determines what a JSON document is, and finds its rows.
 *
 * @param file The name, for messages.
 * @param container What contains the document.
 * @throws {ImportFileError} If its format is not certain, or not the one that is named.
 */
export function understandDocument(
  file: string,
  document: unknown,
  wish: FormatWish,
  lastDay: string,
  container: Container = "json",
): FoundRows & { readonly understanding: Understanding } {
  if (isJsonObject(document) && document.type === "FeatureCollection") {
    throw new UnknownFormatError(
      `${file} holds the reviews that a person wrote on Google Maps, not those of the business: ` +
        `take the reviews.json of "Google Business Profile" from the Takeout of its owner.`,
    );
  }
  const layouts = new Map<unknown, Layout | null>();
  const layoutOf: UnknownFile["layoutOf"] = ({ containers, findRows, plainRow }) => {
    if (!containers.includes(container) || findRows === undefined) return null;
    const known = layouts.get(findRows);
    if (known !== undefined) return known;
    const found = findRows(document);
    const layout = found && { found, columns: sampled(found, plainRow) };
    layouts.set(findRows, layout);
    return layout;
  };
  const { understanding, layout } = understand({ file, layoutOf, isTable: false, lastDay }, wish, document);
  return { ...layout.found ?? { groups: [], business: null }, understanding };
}

interface Understood {
  readonly understanding: Understanding;
  readonly layout: Layout;
}

/** A format that may be that of a file, and how much of the file it explains. */
interface Candidate extends Explained {
  readonly format: ImportFormat;
  readonly layout: Layout;
}

interface Explained {
  readonly used: ReadonlyMap<MappedField, string>;
  /** Columns with values that the format neither reads nor knows to be of no use. */
  readonly leftOver: readonly ColumnProfile[];
}

function understand(file: UnknownFile, wish: FormatWish, document?: unknown): Understood {
  const named = namedFormat(wish);
  if (named !== null) return given(file, named, wish, document);
  const candidates = IMPORT_FORMATS.flatMap((format) => candidate(file, format) ?? []);
  // A document without rows fits any format of its layout: take the last, the service's own.
  const empty = candidates.findLast(({ layout: { found } }) => found?.groups.every(({ rows }) => rows.length === 0));
  const marked = candidates.filter(({ format, layout }) => layout.columns.length > 0 && isMarked(file, format, layout));
  const fitting = marked.filter(({ leftOver }) => !leftOver.some(isTelling)).sort(byLeftOver);
  const refused = marked.find(({ format }) => format.refusal !== undefined);
  const [first, second] = refused !== undefined ? [refused] : empty !== undefined ? [empty] : fitting;
  if (first === undefined) return guessed(file, wish, document, marked.sort(byLeftOver)[0]);
  const { format, layout } = first;
  if (format.refusal !== undefined) throw new ImportFileError(`${file.file} ${format.refusal}.`);
  const map = wish.map ?? new Map<string, string>();
  const missing = mappedColumns(map).find((name) => !hasAll(file, layout, [[name]]));
  if (missing !== undefined) {
    throw new ImportFileError(
      `${file.file} is of the format "${format.name}" and lacks the column "${missing}" that --map names; ` +
        `its columns are ${namesOf(layout)}.`,
    );
  }
  if (map.size > 0) return { layout, understanding: understanding(file, layout, withMap(format, map), "given", map) };
  const rivals = second === undefined
    ? []
    : [{ field: "format", column: format.name, rival: second.format.name } as const];
  const known = { ...understanding(file, layout, format, "known", map), doubts: rivals };
  const confirmed = known.leftOver.length + rivals.length > 0 ? wish.confirmed?.(known.columns) ?? null : null;
  return confirmed === null ? { layout, understanding: known } : remembered(file, confirmed, document);
}

function byLeftOver(a: Candidate, b: Candidate): number {
  return a.leftOver.length - b.leftOver.length;
}

function candidate(file: UnknownFile, format: ImportFormat): Candidate | null {
  const layout = file.layoutOf(format);
  return layout && { format, layout, ...explained(file, layout, format) };
}

/** Whether a file has the marks of a format, a rating and a day. */
function isMarked(file: UnknownFile, { marks, fields, refusal }: ImportFormat, layout: Layout): boolean {
  const needed = refusal === undefined ? [[...fields.rating, ...fields.recommendation], fields.date] : [];
  return hasAll(file, layout, [...marks, ...needed]);
}

function given(file: UnknownFile, format: ImportFormat, wish: FormatWish, document: unknown): Understood {
  const layout = file.layoutOf(format);
  if (layout === null) {
    throw new UnknownFormatError(
      `${file.file} is not of the format "${format.name}": its top level is ${outline(document)}; ${HELP}.`,
    );
  }
  const isLoose = !file.isTable && (wish.format !== undefined && wish.format !== "csv" || layout.columns.length === 0);
  const missing = isLoose ? undefined : format.marks.find((names) => !hasAll(file, layout, [names]));
  if (missing !== undefined) {
    const kind = file.isTable ? "column" : "key";
    const names = `the ${kind} "${missing.join('" or "')}"`;
    const expected = wish.format === undefined
      ? `${file.file} lacks ${names} that --map names`
      : `${file.file} is not of the format "${format.name}": it lacks ${names}`;
    // Notes beside the reviews, in an archive or a workbook, have none of them; with some it is a mistake of the map.
    const Refusal = format.marks.some((names) => hasAll(file, layout, [names])) ? ImportFileError : UnknownFormatError;
    throw new Refusal(`${expected}; its ${kind}s are ${namesOf(layout)}.`);
  }
  if (format.refusal !== undefined) throw new ImportFileError(`${file.file} ${format.refusal}.`);
  return { layout, understanding: understanding(file, layout, format, "given", wish.map ?? new Map()) };
}

/** @param base The format whose marks the file has, although other columns say more than the format knows. */
function guessed(file: UnknownFile, wish: FormatWish, document: unknown, base: Candidate | undefined): Understood {
  const layout = base?.layout ?? file.layoutOf(ANY_TABLE);
  const columns = layout?.columns ?? [];
  const wished = wish.map ?? new Map<string, string>();
  const open = base?.leftOver ?? columns.map((column) => profileOf(file, column));
  const taken = new Set([...base?.used.keys() ?? [], ...wished.keys() as Iterable<MappedField>]);
  const guess = guessMap(open.filter(({ name }) => !mappedColumns(wished).includes(name)), taken);
  const map = new Map([...wished, ...guess.map]);
  if (layout === null || base === undefined && !isWholeMap(map)) {
    const keys = columns.length > 0 ? ` whose first element has the keys ${namesOf({ columns })}` : "";
    throw new UnknownFormatError(
      file.isTable
        ? `${file.file} is of no known format; its columns are ${namesOf({ columns })}; ${HELP}; name the columns of ` +
          `any other CSV file with --map, such as --map rating=Stars --map date=Created.`
        : `${file.file} is JSON, but not of a known format: its top level is ${
          outline(document)
        }${keys}; expected an ` +
          `array of reviews or an object with the array "reviews"; ${HELP}.`,
    );
  }
  refuseTraps(file, columns.map((column) => profileOf(file, column)));
  const confirmed = wish.confirmed?.(columns.map(({ name }) => name)) ?? null;
  if (confirmed !== null) return remembered(file, confirmed, document);
  const format = base === undefined ? mappedFormat(map) : withMap(base.format, map);
  const read = guess.scale === undefined ? format : { ...format, scale: guess.scale };
  const understood = understanding(file, layout, read, "guessed", map);
  const { leftOver, options } = understood;
  if (wish.guess !== true) {
    const found = base === undefined
      ? `of no known format; its ${file.isTable ? "columns" : "keys"} are ${namesOf({ columns })}`
      : `like the format "${format.name}", which does not know ${listedNames(base.leftOver.map(({ name }) => name))}`;
    throw new UnknownFormatError(
      `${file.file} is ${found}. If this is what they mean, import it with: ${options}`,
    );
  }
  return { layout, understanding: { ...understood, leftOver, scores: guess.scores, doubts: guess.doubts } };
}

/** Refuses what a guess would certainly read wrongly. */
function refuseTraps({ file, lastDay }: UnknownFile, columns: readonly ColumnProfile[]): void {
  const value = columns.find(({ name }) => columnProfile({ name: "", values: [name] }, lastDay).share.day > 0);
  if (value !== undefined) {
    throw new UnknownFormatError(
      `${file} begins with values, such as ${shownValue(value.name)}, and not with the names of its columns: add a ` +
        "line of names.",
    );
  }
  const grade = columns.find(({ name, share }) => share.rating > 0.5 && ONE_IS_BEST.test(name));
  if (grade === undefined) return;
  throw new UnknownFormatError(
    `${file} has grades of which 1 is the best: ${
      shownValue(grade.name)
    }. Turn them round, such as 6 minus the grade, ` +
      "and name that column with --map rating=COLUMN.",
  );
}

function remembered(file: UnknownFile, confirmed: Confirmed, document: unknown): Understood {
  const { source, scale, dateOrder, leftOver = [] } = confirmed;
  const wish = { format: confirmed.format, map: new Map(Object.entries(confirmed.map)) };
  const { layout, understanding } = given(file, namedFormat(wish) ?? mappedFormat(wish.map), wish, document);
  const format = { ...understanding.format, ...source !== undefined && { source }, scale, dateOrder };
  const isUnseen = (name: string) => !leftOver.includes(name);
  return {
    layout,
    understanding: {
      ...understanding,
      format,
      ground: "remembered",
      columns: [...new Set([...understanding.columns, ...leftOver])],
      leftOver: understanding.leftOver.filter(isUnseen),
      silent: understanding.silent.filter(isUnseen),
      doubts: understanding.doubts.filter(({ rival }) => isUnseen(rival)),
    },
  };
}

function understanding(
  file: UnknownFile,
  layout: Layout,
  asked: ImportFormat,
  ground: Understanding["ground"],
  map: FieldMap,
): Understanding {
  const { used, leftOver } = explained(file, layout, asked);
  // Reviews of several places must not be published as those of one, although no field says where to look.
  const place = asked.name === "csv" && !used.has("place") ? placeColumn(leftOver) : null;
  const format = place === null ? asked : withMap(asked, new Map([["place", place]]));
  const options = [
    ...format.name === "csv" ? [] : [`--format ${format.name}`],
    ...map.size === 0 ? [] : [mapOptions(map)],
    ...ground === "guessed" && format.scale !== undefined ? [`--scale ${format.scale}`] : [],
  ].join(" ");
  return {
    format,
    ground,
    columns: layout.columns.map(({ name }) => name),
    used,
    leftOver: leftOver.map(({ name }) => name),
    silent: layout.columns.filter(({ name, values }) => values.every(isEmptyValue) && !isKnown(file, format, name))
      .map(({ name }) => name),
    scores: new Map(),
    // A map may leave out any column but one that hides reviews.
    doubts: ground === "given" ? leftOver.filter(isStateColumn).map(hiddenBy) : [],
    options,
  };
}

/**
 * What a file is after columns have got their first value in later rows.
 *
 * @param late These columns, with that value.
 */
export function withLateColumns(
  understanding: Understanding,
  late: readonly SampledColumn[],
  isTable: boolean,
): Understanding {
  const { format, leftOver, doubts } = understanding;
  const profiles = late.filter(({ name }) => !isKnown({ isTable }, format, name))
    .map((column) => columnProfile(column, "9999")).filter((column) => !isNeverUsed(column));
  return {
    ...understanding,
    leftOver: [...leftOver, ...profiles.map(({ name }) => name)],
    doubts: [...doubts, ...profiles.filter(isStateColumn).map(hiddenBy)],
  };
}

/** Whether a format reads a column, or knows it to be of no use. */
function isKnown(file: Pick<UnknownFile, "isTable">, format: ImportFormat, column: string): boolean {
  const known: readonly Names[] = [
    ...Object.values(format.fields),
    ...Object.values(format.place ?? {}),
    ...(format.textParts ?? []).map(({ names }) => names),
    format.ignored ?? [],
  ];
  return known.some((names) => names.some((name) => denotes(file, name, column)));
}

function hiddenBy({ name }: ColumnProfile): Doubt {
  return { field: "status", column: "none", rival: name };
}

function explained(file: UnknownFile, { columns }: Layout, format: ImportFormat): Explained {
  const filled = columns.filter(({ values }) => values.some((value) => !isEmptyValue(value)));
  const columnOf = (name: string) => filled.find((column) => denotes(file, name, column.name))?.name;
  const used = MAPPED_FIELDS.flatMap((field) => {
    const there = format.fields[field].flatMap((name) => columnOf(name) ?? []);
    const column = STATE_FIELDS.includes(field) ? [...new Set(there)].join(COLUMN_SEPARATOR) : there[0] ?? "";
    return column === "" ? [] : [[field, column] as const];
  });
  const leftOver = filled.filter(({ name }) => !isKnown(file, format, name))
    .map((column) => profileOf(file, column)).filter((column) => !isNeverUsed(column));
  return { used: new Map(used), leftOver };
}

const PROFILES = new WeakMap<SampledColumn, ColumnProfile>();

function profileOf({ lastDay }: UnknownFile, column: SampledColumn): ColumnProfile {
  const profile = PROFILES.get(column) ?? columnProfile(column, lastDay);
  PROFILES.set(column, profile);
  return profile;
}

function hasAll(file: UnknownFile, { columns }: Layout, marks: readonly Names[]): boolean {
  return marks.every((names) => names.some((name) => columns.some((column) => denotes(file, name, column.name))));
}

/** Whether a name of a format is that of a column, or of something in it or around it; `*` stands for any rest. */
function denotes({ isTable }: Pick<UnknownFile, "isTable">, name: string, column: string): boolean {
  const [wanted, there] = isTable ? [comparableName(name), comparableName(column)] : [name, column];
  if (wanted.endsWith("*")) return there.startsWith(wanted.slice(0, -1));
  return wanted === there || there.startsWith(`${wanted}.`) || wanted.startsWith(`${there}.`);
}

function namesOf({ columns }: Pick<Layout, "columns">): string {
  return listedNames([...new Set(columns.map(({ name }) => name))]);
}

/** The members of rows as columns, nested ones by their paths; one value a row of the sample. */
function sampled({ groups }: FoundRows, plainRow: ImportFormat["plainRow"]): readonly SampledColumn[] {
  const columns = new Map<string, unknown[]>();
  let count = 0;
  for (const { rows } of groups) {
    for (const row of rows) {
      if (!isJsonObject(row)) continue;
      const members = new Map<string, unknown>();
      collect(plainRow?.(row) ?? row, "", members);
      // Later rows count where they have what no row had before.
      const isNew = ([path, value]: [string, unknown]) => !columns.has(path) && !isEmptyValue(value);
      if (count >= SAMPLED_ROWS && ![...members].some(isNew)) continue;
      for (const [path, value] of members) {
        const values = columns.get(path) ?? [];
        values[count] = value;
        columns.set(path, values);
      }
      count++;
    }
  }
  return Array.from(
    columns,
    ([name, values]) => ({ name, values: Array.from({ length: count }, (_, row) => values[row]) }),
  );
}

function collect(value: unknown, path: string, members: Map<string, unknown>): void {
  if (isJsonObject(value) && path.split(".").length < 4) {
    for (const [name, member] of Object.entries(value)) {
      collect(member, path === "" ? name : `${path}.${name}`, members);
    }
    return;
  }
  if (path === "") return;
  if (Array.isArray(value) && isJsonObject(value[0])) collect(value[0], `${path}.0`, members);
  const isEmptyList = Array.isArray(value) && value.length === 0;
  members.set(path, isEmptyList ? null : typeof value === "object" && value !== null ? JSON.stringify(value) : value);
}

function outline(document: unknown): string {
  if (Array.isArray(document)) return "an array";
  if (!isJsonObject(document)) return "neither an object nor an array";
  return `an object with the members ${listedNames(Object.keys(document))}`;
}
