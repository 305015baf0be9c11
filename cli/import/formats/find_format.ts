import type { Container } from "../bytes/file_container.ts";
import { ImportFileError, UnknownFormatError } from "../bytes/import_file_error.ts";
import { isJsonObject } from "../cells/object_row.ts";
import { listedNames, shownValue } from "../cells/value_fault.ts";
import { type ColumnProfile, columnProfile, type SampledColumn } from "./column_profile.ts";
import { FileLayout, isKnown, memberColumns } from "./file_layout.ts";
import { guessMap, hidingDoubts, isNeverUsed, isTelling, mapOptions, placeColumn } from "./guess_map.ts";
import type { ImportFormat } from "./import_format.ts";
import { IMPORT_FORMAT_NAMES, IMPORT_FORMATS } from "./import_formats.ts";
import { type FieldMap, isWholeMap, mappedColumns, type MappedField, mappedFormat, withMap } from "./mapped_format.ts";
import { type FoundRows, rowsUnder } from "./row_groups.ts";
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

/** What decides where the rows of a document are. */
type RowFinding = Pick<ImportFormat, "containers" | "findRows" | "plainRow">;

/** A file before its format is known. */
interface UnknownFile {
  readonly file: string;
  /** The rows as a format finds them; null if the file cannot be of the format. */
  readonly layoutOf: (format: RowFinding) => FileLayout | null;
  /** What a document has at its top level; null for a table. */
  readonly outline: string | null;
}

interface Understood {
  readonly understanding: Understanding;
  readonly layout: FileLayout;
}

/** A format whose marks a file has. */
interface Candidate {
  readonly format: ImportFormat;
  readonly layout: FileLayout;
  /** Columns with values that the format does not know. */
  readonly leftOver: readonly ColumnProfile[];
}

const HELP = "docs/import.md has the formats";
/** Finds the rows of files that no format knows. */
const ANY_ROWS: RowFinding = { containers: ["csv", "json"], findRows: rowsUnder("reviews") };
const NO_MAP: FieldMap = new Map();
const BEST = "best|top|excellent|very good|sehr gut|excelente|muy bueno|tr[eè]s bien|ottimo";
const WORST = "worst|poor|bad|schlecht|mangelhaft|ungen|mauvais|malo|pessim";
/** The name of grades, which are no stars. */
const ONE_IS_BEST = new RegExp(
  String.raw`\b1 ?(?:=|:|is|ist) ?(?:the )?(?:${BEST})|[56] ?[=:] ?(?:${WORST})|schulnote`,
  "i",
);

/**
 * The format that the operator names, with the columns of the map; `null` if none is named and the map alone does not
 * make one.
 *
 * @throws {ImportFileError} If there is no such format, or its column map is missing or wrong.
 */
export function namedFormat({ format: name, map = NO_MAP }: FormatWish): ImportFormat | null {
  if (name === "csv") return mappedFormat(map);
  if (name === undefined) return isWholeMap(map) ? mappedFormat(map) : null;
  const format = IMPORT_FORMATS.find((format) => format.name === name);
  if (format !== undefined) return map.size > 0 ? withMap(format, map) : format;
  throw new ImportFileError(`There is no format "${name}": the formats are ${IMPORT_FORMAT_NAMES.join(", ")}.`);
}

/**
 * Determines what a table, such as a CSV file, is.
 *
 * @param columns All columns with some of their values.
 * @param lastDay The latest day that a date may have.
 * @throws {ImportFileError} If its format is not certain, or not the one that is named.
 */
export function understandTable(
  file: string,
  columns: readonly SampledColumn[],
  wish: FormatWish,
  lastDay: string,
): Understanding {
  const layout = new FileLayout(columns, null, lastDay);
  const layoutOf = ({ containers }: RowFinding) => containers.includes("csv") ? layout : null;
  return understand({ file, layoutOf, outline: null }, wish).understanding;
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
  // Most formats find the same rows.
  const columns = new Map<unknown, readonly SampledColumn[]>();
  const layouts = new Map<unknown, FileLayout | null>();
  const layoutOf = ({ containers, findRows, plainRow }: RowFinding) => {
    if (!containers.includes(container) || findRows === undefined) return null;
    const known = layouts.get(plainRow ?? findRows);
    if (known !== undefined) return known;
    const found = findRows(document);
    const rows = plainRow ?? (found?.groups.length === 1 ? found.groups[0]?.rows : findRows);
    if (found !== null && !columns.has(rows)) columns.set(rows, memberColumns(found, plainRow));
    const layout = found && new FileLayout(columns.get(rows) ?? [], found, lastDay);
    layouts.set(plainRow ?? findRows, layout);
    return layout;
  };
  const { understanding, layout } = understand({ file, layoutOf, outline: outline(document) }, wish);
  return { ...layout.found ?? { groups: [], business: null }, understanding };
}

function understand(file: UnknownFile, wish: FormatWish): Understood {
  const named = namedFormat(wish);
  if (named !== null) return given(file, named, wish);
  const layouts = IMPORT_FORMATS.flatMap((format) => {
    const layout = file.layoutOf(format);
    return layout === null ? [] : [{ format, layout }];
  });
  const marked = layouts.filter(isMarked).map(({ format, layout }) => ({
    format,
    layout,
    leftOver: layout.unknownTo(format).filter(isLeftOver),
  })).sort((a, b) => a.leftOver.length - b.leftOver.length);
  const refused = marked.find(({ format }) => format.refusal !== undefined);
  if (refused !== undefined) throw new ImportFileError(`${file.file} ${refused.format.refusal}.`);
  const [first, second] = marked.filter(({ leftOver }) => !leftOver.some(isTelling));
  // A document without rows fits any format of its layout: take the last, the service's own.
  const empty = layouts.findLast(({ layout: { found } }) => found?.groups.every(({ rows }) => rows.length === 0));
  const found = empty ?? first;
  if (found === undefined) return guessed(file, wish, marked[0]);
  const { format, layout } = found;
  requireColumns(file, layout, wish);
  if (wish.map !== undefined && wish.map.size > 0) {
    return { layout, understanding: understanding(layout, withMap(format, wish.map), "given", wish.map) };
  }
  const known = understanding(layout, format, "known", NO_MAP);
  const doubts: readonly Doubt[] = empty !== undefined || second === undefined
    ? []
    : [{ field: "format", column: format.name, rival: second.format.name }];
  const confirmed = known.leftOver.length + doubts.length > 0 ? wish.confirmed?.(known.columns) ?? null : null;
  return confirmed === null ? { layout, understanding: { ...known, doubts } } : remembered(file, confirmed);
}

/** Whether a file has the marks of a format, a rating and a day. */
function isMarked({ format, layout }: Pick<Candidate, "format" | "layout">): boolean {
  const { marks, fields, refusal } = format;
  const needed = refusal === undefined ? [[...fields.rating, ...fields.recommendation], fields.date] : [];
  return layout.columns.length > 0 && layout.hasAll([...marks, ...needed]);
}

function isLeftOver(column: ColumnProfile): boolean {
  return column.filled.size > 0 && !isNeverUsed(column);
}

/** Refuses a map of single columns of which one is not there. */
function requireColumns({ file }: UnknownFile, layout: FileLayout, { map = NO_MAP }: FormatWish): void {
  const missing = mappedColumns(map).find((name) => !layout.hasAll([[name]]));
  if (missing === undefined) return;
  throw new ImportFileError(`${file} lacks the column "${missing}" that --map names; its columns are ${layout.names}.`);
}

function given(file: UnknownFile, format: ImportFormat, wish: FormatWish): Understood {
  const layout = file.layoutOf(format);
  if (layout === null) {
    throw new UnknownFormatError(
      `${file.file} is not of the format "${format.name}": its top level is ${file.outline}; ${HELP}.`,
    );
  }
  const isTable = file.outline === null;
  const isLoose = !isTable && (wish.format !== undefined && wish.format !== "csv" || layout.columns.length === 0);
  const missing = isLoose ? undefined : format.marks.find((names) => !layout.hasAll([names]));
  if (missing !== undefined) {
    const kind = isTable ? "column" : "key";
    const names = `the ${kind} "${missing.join('" or "')}"`;
    const expected = wish.format === undefined
      ? `${file.file} lacks ${names} that --map names`
      : `${file.file} is not of the format "${format.name}": it lacks ${names}`;
    // Notes beside the reviews, in an archive or a workbook, have none of them; with some it is a mistake of the map.
    const Refusal = format.marks.some((names) => layout.hasAll([names])) ? ImportFileError : UnknownFormatError;
    throw new Refusal(`${expected}; its ${kind}s are ${layout.names}.`);
  }
  if (format.refusal !== undefined) throw new ImportFileError(`${file.file} ${format.refusal}.`);
  return { layout, understanding: understanding(layout, format, "given", wish.map ?? NO_MAP) };
}

/** @param base The format whose marks the file has, although other columns say more than the format knows. */
function guessed(file: UnknownFile, wish: FormatWish, base: Candidate | undefined): Understood {
  const layout = base?.layout ?? file.layoutOf(ANY_ROWS);
  const { map: wished = NO_MAP } = wish;
  const taken = new Set([...wished.keys(), ...base === undefined ? [] : base.layout.used(base.format).keys()]);
  const open = (base?.leftOver ?? layout?.profiles ?? []).filter(({ name }) => !mappedColumns(wished).includes(name));
  const guess = guessMap(open, taken as ReadonlySet<MappedField>);
  const map = new Map([...wished, ...guess.map]);
  if (layout === null || base === undefined && !isWholeMap(map)) throw unknownFile(file, layout);
  requireColumns(file, layout, wish);
  refuseTraps(file, layout);
  const confirmed = wish.confirmed?.(layout.columns.map(({ name }) => name)) ?? null;
  // What the operator says now comes before what was confirmed.
  if (confirmed !== null) {
    return remembered(file, { ...confirmed, map: { ...confirmed.map, ...Object.fromEntries(wished) } });
  }
  const format = { ...base === undefined ? mappedFormat(map) : withMap(base.format, map) };
  const read = guess.scale === undefined ? format : { ...format, scale: guess.scale };
  const understood = understanding(layout, read, "guessed", map);
  if (wish.guess === true) {
    return { layout, understanding: { ...understood, scores: guess.scores, doubts: guess.doubts } };
  }
  const kind = base === undefined
    ? `of no known format; its ${file.outline === null ? "columns" : "keys"} are ${layout.names}`
    : `like the format "${format.name}", which does not know ${listedNames(base.leftOver.map(({ name }) => name))}`;
  throw new UnknownFormatError(
    `${file.file} is ${kind}. If this is what they mean, import it with: ${understood.options}`,
  );
}

function unknownFile({ file, outline }: UnknownFile, layout: FileLayout | null): UnknownFormatError {
  if (outline === null) {
    return new UnknownFormatError(
      `${file} is of no known format; its columns are ${layout?.names}; ${HELP}; name the columns of any other CSV ` +
        `file with --map, such as --map rating=Stars --map date=Created.`,
    );
  }
  const keys = layout === null || layout.columns.length === 0
    ? ""
    : ` whose first element has the keys ${layout.names}`;
  return new UnknownFormatError(
    `${file} is JSON, but not of a known format: its top level is ${outline}${keys}; expected an array of reviews or ` +
      `an object with the array "reviews"; ${HELP}.`,
  );
}

/** Refuses what a guess would certainly read wrongly. */
function refuseTraps({ file }: UnknownFile, { profiles, lastDay }: FileLayout): void {
  const value = profiles.find(({ name, share }) => {
    const own = columnProfile({ name: "", values: [name] }, lastDay).share;
    return own.day > 0 || own.number > 0 && share.number > 0.9;
  })?.name;
  if (value !== undefined) {
    throw new UnknownFormatError(
      `${file} begins with values, such as ${
        shownValue(value)
      }, and not with the names of its columns: add a line of names.`,
    );
  }
  const grade = profiles.find(({ name, share }) => share.rating > 0.5 && ONE_IS_BEST.test(name))?.name;
  if (grade === undefined) return;
  throw new UnknownFormatError(
    `${file} has grades of which 1 is the best: ${
      shownValue(grade)
    }. Turn them round, such as 6 minus the grade, and ` +
      "name that column with --map rating=COLUMN.",
  );
}

function remembered(file: UnknownFile, { source, scale, dateOrder, leftOver = [], ...kind }: Confirmed): Understood {
  const wish = { format: kind.format, map: new Map(Object.entries(kind.map)) };
  const { layout, understanding } = given(file, namedFormat(wish) ?? mappedFormat(wish.map), wish);
  const isUnseen = (name: string) => !leftOver.includes(name);
  return {
    layout,
    understanding: {
      ...understanding,
      format: { ...understanding.format, ...source !== undefined && { source }, scale, dateOrder },
      ground: "remembered",
      columns: [...new Set([...understanding.columns, ...leftOver])],
      leftOver: understanding.leftOver.filter(isUnseen),
      silent: understanding.silent.filter(isUnseen),
      doubts: understanding.doubts.filter(({ rival }) => isUnseen(rival)),
    },
  };
}

function understanding(
  layout: FileLayout,
  asked: ImportFormat,
  ground: Understanding["ground"],
  map: FieldMap,
): Understanding {
  const used = layout.used(asked);
  const unknown = layout.unknownTo(asked);
  const leftOver = unknown.filter(isLeftOver);
  // Reviews of several places must not be published as those of one, although no field says where to look.
  const place = asked.name === "csv" && !used.has("place") ? placeColumn(leftOver) : null;
  const format = place === null ? asked : withMap(asked, new Map([["place", place]]));
  const options = [
    ...format.name === "csv" ? [] : [`--format ${format.name}`],
    ...map.size === 0 ? [] : [mapOptions(map)],
    ...ground === "guessed" && format.scale !== undefined ? [`--scale ${format.scale}`] : [],
  ];
  return {
    format,
    ground,
    columns: layout.columns.map(({ name }) => name),
    used,
    leftOver: leftOver.map(({ name }) => name),
    silent: unknown.filter(({ filled }) => filled.size === 0).map(({ name }) => name),
    scores: new Map(),
    // A map may leave out any column but one that hides reviews.
    doubts: ground === "given" ? leftOver.flatMap(hidingDoubts) : [],
    options: options.join(" "),
  };
}

/**
 * What a file is after columns have got their first value in later rows.
 *
 * @param late These columns, with that value.
 */
export function withLateColumns(known: Understanding, late: readonly SampledColumn[], isTable: boolean): Understanding {
  const profiles = late.filter(({ name }) => !isKnown(known.format, name, isTable))
    .map((column) => columnProfile(column, "9999")).filter(isLeftOver);
  return {
    ...known,
    leftOver: [...known.leftOver, ...profiles.map(({ name }) => name)],
    doubts: [...known.doubts, ...profiles.flatMap(hidingDoubts)],
  };
}

function outline(document: unknown): string {
  if (Array.isArray(document)) return "an array";
  if (!isJsonObject(document)) return "neither an object nor an array";
  return `an object with the members ${listedNames(Object.keys(document))}`;
}
