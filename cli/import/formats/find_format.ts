import { sentence } from "../../../domain/sentences/sentence.ts";
import { getOrMake } from "../../../domain/get_or_make.ts";
import { choice } from "../../command/choice.ts";
import { readFlag } from "../cells/read_flag.ts";
import { ValueFault } from "../cells/row_reader.ts";
import { type Container, ImportFileError, UnknownFormatError } from "../bytes/file_container.ts";
import { hasOne, nameRank, nameWords } from "./column_names.ts";
import {
  columnSample,
  hidingChoice,
  isOfTexts,
  MOST_STATES,
  type SampledColumn,
  suggestFields,
} from "./column_table.ts";
import { FileLayout, memberColumns } from "./file_layout.ts";
import {
  type FieldMap,
  type ImportFormat,
  isWholeMap,
  MAPPED_CONTAINERS,
  MAPPED_FIELDS,
  mappedColumns,
  mappedFormat,
  STATE_FIELDS,
  withMap,
} from "./import_format.ts";
import { HELP, refuseHeaderless, unknownFile } from "./unknown_file.ts";
import { IMPORT_FORMAT_NAMES, IMPORT_FORMATS } from "./import_formats.ts";
import { anyRows, type PossibleRows, type RowGroup } from "./row_groups.ts";
import { type Confirmed, type Understanding, type WishedReading, withConfirmed, withOptions } from "./understanding.ts";
import { isEmptyValue, isJsonObject, plainText } from "../cells/source_row.ts";
import { listedNames, shownValue } from "../cells/row_reader.ts";

/** What an operator says of files, and what was confirmed of files with the same columns. */
export interface FormatWish extends WishedReading {
  /** Returns the confirmed reading of files with these columns; null if there is none. */
  readonly confirmed?: ((columns: readonly string[]) => Confirmed | null) | undefined;
}

type RowFinding = Pick<ImportFormat, "containers" | "findRows" | "plainRow"> & { readonly name?: string };

interface UnknownFile {
  readonly file: string;
  /** Returns the layout that a format finds; null if the file cannot be of that format. */
  readonly layoutOf: (format: RowFinding) => FileLayout | null;
  /** The lists of which any may hold the rows, the likeliest first. */
  readonly anyRows: () => Iterable<PossibleRows>;
  readonly kind: string;
  /** Description of a document's top level, for messages; null for a table. */
  readonly outline: string | null;
}

type Understood = Understanding & { readonly layout: FileLayout };

interface Candidate {
  readonly format: ImportFormat;
  readonly layout: FileLayout;
  readonly leftOver: readonly SampledColumn[];
}

/** Takes a whole document for one row, where somebody names its members. */
const ONE_ROW: PossibleRows = {
  depth: Infinity,
  findRows: (document) => [{ path: [], rows: [document] }],
};
const NO_MAP: FieldMap = new Map();

/**
 * The format that the operator names, with the columns of the map; `null` if none is named.
 *
 * @throws {ImportFileError} If there is none of the name, or its map is missing or has an unknown field.
 */
export function namedFormat({ format: name, map = NO_MAP }: FormatWish): ImportFormat | null {
  const unknown = [...map.keys()].find((field) => !(MAPPED_FIELDS as readonly string[]).includes(field));
  if (unknown !== undefined) {
    const near = MAPPED_FIELDS.find((field) => nameRank(field, unknown) !== null);
    const hint = near === undefined ? "" : `did you mean ${near}? `;
    throw new ImportFileError(
      `--map does not know the field "${shownValue(unknown)}": ${hint}The fields are ${MAPPED_FIELDS.join(", ")}.`,
    );
  }
  if (name === "csv") return mappedFormat(map);
  if (name === undefined) return null;
  const format = IMPORT_FORMATS.find((format) => format.name === name);
  if (format !== undefined) return map.size > 0 ? withMap(format, map) : format;
  throw new ImportFileError(`There is no format "${name}": the formats are ${IMPORT_FORMAT_NAMES.join(", ")}.`);
}

/** The format of a table from its columns, each with a sample. Throws an ImportFileError if it is not certain. */
export function understandTable(
  file: string,
  columns: readonly SampledColumn[],
  wish: FormatWish,
): Understanding {
  const layout = new FileLayout(columns, null);
  const layoutOf = ({ containers }: RowFinding) => containers.includes("csv") ? layout : null;
  return findFormat({ file, layoutOf, anyRows: () => [ONE_ROW], kind: "CSV", outline: null }, wish);
}

/** The format and the rows of a document. Throws an ImportFileError if the format is not certain. */
export function understandDocument(
  file: string,
  document: unknown,
  wish: FormatWish,
  container: Container = "json",
): { readonly groups: readonly RowGroup[]; readonly understanding: Understanding } {
  if (isJsonObject(document) && document.type === "FeatureCollection") {
    throw new UnknownFormatError(
      sentence(
        '{file} holds the reviews that a person wrote on Google Maps, not those of the business: take the reviews.json of "Google Business Profile" from the Takeout of its owner.',
        { file },
      ),
    );
  }
  if (container === "xml" && isJsonObject(document) && "Workbook" in document) {
    const parts = { file, format: "Excel XML 2003" };
    throw new UnknownFormatError(sentence("{file} has the format {format}: save it as .xlsx or CSV.", parts));
  }
  // Most formats find the same rows.
  const columnsOf = new Map<unknown, readonly SampledColumn[]>();
  const layoutOf = ({ containers, findRows, plainRow }: RowFinding) => {
    const found = containers.includes(container) ? findRows(document) : [];
    if (found.length === 0) return null;
    const key = plainRow ?? (found.length === 1 ? found[0]?.rows : findRows);
    const columns = () => memberColumns(found.flatMap(({ rows }) => rows), plainRow);
    return new FileLayout(getOrMake(columnsOf, key, columns), found);
  };
  const lists = { anyRows: () => anyRows(document), kind: container.toUpperCase(), outline: outline(document) };
  const understanding = findFormat({ file, layoutOf, ...lists }, wish);
  return { groups: understanding.layout.found ?? [], understanding };
}

/**
 * Finds the format of a file. The first of these decides:
 *
 * 1. The format that the operator names (`asNamed`); "csv" is the map alone.
 * 2. The known format whose marks the file has and that leaves the fewest columns unread, none of which may be a field
 *    that it lacks. If it leaves any or another format fits as well, a reading that the operator has confirmed replaces it.
 * 3. The table that the names of columns suggest (`byNames`), or the confirmed reading of these columns.
 */
function findFormat(file: UnknownFile, wish: FormatWish): Understood {
  const named = namedFormat(wish);
  if (named !== null) return asNamed(file, named, wish);
  const layouts = IMPORT_FORMATS.flatMap((format) => {
    const layout = file.layoutOf(format);
    return layout === null ? [] : [{ format, layout }];
  });
  const marked = layouts.filter(({ format: { marks, fields }, layout }) =>
    layout.columns.length > 0 && layout.hasAll([...marks, [...fields.rating, ...fields.recommendation], fields.date])
  ).map(({ format, layout }) => ({
    format,
    layout,
    leftOver: layout.unknownTo(format).filter(({ name }) =>
      !wish.ignored?.includes(name) && !hasOne(nameWords(name), "trifles")
    ),
  })).sort((a, b) => a.leftOver.length - b.leftOver.length);
  const [first, second] = marked.filter(({ format, layout, leftOver }) => {
    const { map, doubts } = suggestFields(leftOver, layout.used(format));
    return map.size + doubts.length === 0;
  });
  // A document without rows fits any format of its layout. Take the last one, which is the service's own.
  const empty = layouts.findLast(({ layout: { found } }) => found?.every(({ rows }) => rows.length === 0));
  const found = empty ?? first;
  if (found === undefined && file.kind === "HTML") {
    throw new UnknownFormatError(
      sentence("{file} is a page whose reviews in JSON-LD or microdata lack the rating or the day of schema.org.", {
        file: file.file,
      }),
    );
  }
  if (found === undefined) return byNames(file, wish, marked[0]);
  const { format, layout } = found;
  requireColumns(file, layout, wish);
  const { map = NO_MAP, ignored = [] } = wish;
  const known = understandingOf(layout, withMap(format, map), map.size > 0 ? "given" : "known", wish);
  const names = [format.name, ...second === undefined || empty !== undefined ? [] : [second.format.name]];
  const rival = names.length === 1 || map.size > 0 ? [] : [
    choice(
      "format",
      sentence("its format may be {format} or {other}.", { format: names[0] ?? "", other: names[1] ?? "" }),
      [],
      names.map((format) => [`--format=${format}`, sentence("reads it as {format}", { format })] as const),
    ),
  ];
  const isOpen = known.doubts.length + rival.length + map.size > 0;
  const confirmed = wish.confirmed?.(layout.columns.map(({ name }) => name)) ?? null;
  const isChanged = confirmed !== null && Object.keys(confirmed.map).length > 0;
  if (confirmed === null || !isOpen && !isChanged) return { ...known, doubts: [...known.doubts, ...rival] };
  return asConfirmed(file, withOptions(confirmed, map, ignored), wish);
}

/**
 * Refuses a file without all columns of the map, or all marks of the format that is named. One without any may be
 * another of the archive or workbook, and is skipped.
 */
function requireColumns(
  { file, outline }: UnknownFile,
  layout: FileLayout,
  { map = NO_MAP }: FormatWish,
  format?: ImportFormat,
): void {
  const marks = format?.marks ?? mappedColumns(map).map((name) => [name]);
  const missing = marks.find((names) => !layout.hasAll([names]));
  if (missing === undefined) return;
  const kind = outline === null ? "column" : "key";
  const Refusal = marks.some((names) => layout.hasAll([names])) ? ImportFileError : UnknownFormatError;
  const lack = `the ${kind} "${missing.join('" or "')}"`;
  const fault = format === undefined
    ? `lacks ${lack} that --map names`
    : `is not of the format "${format.name}": it lacks ${lack}`;
  throw new Refusal(`${file} ${fault}; its ${kind}s are ${layout.names}.`);
}

/** Reads a file in a format that is named, although its marks may not show it. */
function asNamed(file: UnknownFile, format: ImportFormat, wish: FormatWish): Understood {
  const isMap = format.name === "csv";
  const known = file.layoutOf(format);
  const found = isMap
    ? likeliestRows(file, [...file.anyRows(), ONE_ROW], (layout) => Number(layout.hasAll(format.marks)))
    : known && { layout: known, rows: format };
  if (found === null) {
    throw new UnknownFormatError(
      `${file.file} is not of the format "${format.name}": its top level is ${file.outline}; ${HELP}.`,
    );
  }
  const { layout, rows: { findRows } } = found;
  const isNamed = wish.format !== undefined && !isMap || layout.columns.length === 0;
  if (!isNamed || file.outline === null) requireColumns(file, layout, wish, format);
  return understandingOf(layout, { ...format, findRows }, "given", wish);
}

/** The outermost lists that fit wholly (1), all of one depth; else the one that fits best, with the most columns. */
function likeliestRows(file: UnknownFile, possible: Iterable<PossibleRows>, fitOf: (layout: FileLayout) => number) {
  const layoutOf = (rows: PossibleRows) => file.layoutOf({ ...rows, containers: MAPPED_CONTAINERS });
  const whole: PossibleRows[] = [];
  let best: { readonly rows: PossibleRows; readonly layout: FileLayout; readonly fit: number } | null = null;
  for (const rows of possible) {
    if (whole.some(({ depth }) => depth === 0 || depth < rows.depth)) break;
    const layout = layoutOf(rows);
    if (layout === null) continue;
    const fit = fitOf(layout);
    if (fit === 1) whole.push(rows);
    if (best === null || (fit - best.fit || layout.columns.length - best.layout.columns.length) > 0) {
      best = { rows, layout, fit };
    }
  }
  if (whole.length < 2) return best;
  const rows = { depth: 0, findRows: (document: unknown) => whole.flatMap(({ findRows }) => findRows(document)) };
  const layout = layoutOf(rows);
  return layout && { rows, layout };
}

/** Reads a file by the names of its columns, or a confirmed reading. `base` is a format that lacks some of its fields. */
function byNames(file: UnknownFile, wish: FormatWish, base: Candidate | undefined): Understood {
  const { map: wished = NO_MAP, ignored = [] } = wish;
  // All columns of states count, so that further ones are suggested beside those of a known format.
  const used = [...base?.layout.used(base.format) ?? []].filter(([field]) => !STATE_FIELDS.includes(field));
  const suggestedFor = ({ columns }: FileLayout) => {
    const open = (base?.leftOver ?? columns).filter(({ name }) => !ignored.includes(name));
    const { map, doubts } = suggestFields(open, new Map([...used, ...wished]));
    return { suggested: map, doubts, map: new Map([...wished, ...map]) };
  };
  // A rating in a list of its row shows that the rows are in that list.
  const found = base === undefined
    ? likeliestRows(file, isWholeMap(wished) ? [...file.anyRows(), ONE_ROW] : file.anyRows(), (layout) => {
      const { map } = suggestedFor(layout);
      if (!isWholeMap(map) || !layout.hasAll(mappedColumns(wished).map((name) => [name]))) return 0;
      return ["rating", "recommendation", "date"].some((field) => /\.\d+\./.test(map.get(field) ?? "")) ? 0.5 : 1;
    })
    : { layout: base.layout, rows: base.format };
  if (found === null) throw unknownFile(file, null, wished);
  const { layout, rows } = found;
  requireColumns(file, layout, wish);
  const confirmed = wish.confirmed?.(layout.columns.map(({ name }) => name)) ?? null;
  if (confirmed !== null) return asConfirmed(file, withOptions(confirmed, wished, ignored), wish);
  const { map, suggested, doubts } = suggestedFor(layout);
  refuseHeaderless(file.file, layout);
  if (base === undefined && !isWholeMap(map)) throw unknownFile(file, layout, map);
  const format = base === undefined ? { ...mappedFormat(map), findRows: rows.findRows } : withMap(base.format, map);
  const isGiven = wished.size > 0 && suggested.size === 0;
  const understood = understandingOf(layout, format, isGiven ? "given" : "suggested", wish);
  const asked = new Set(doubts.flatMap(({ columns }) => columns));
  const others = understood.doubts.filter(({ columns }) => !columns.some((name) => asked.has(name)));
  return { ...understood, doubts: [...doubts, ...others] };
}

function asConfirmed(
  file: UnknownFile,
  confirmed: Confirmed,
  { source, isOneTool, map = NO_MAP }: FormatWish,
): Understood {
  const wish = { format: confirmed.format, map: new Map(Object.entries(confirmed.map)) };
  const known = asNamed(file, namedFormat(wish) ?? mappedFormat(wish.map), wish);
  const isNamedAnew = isOneTool === true || isWholeMap(map);
  return withConfirmed(known, file.file, confirmed, (of) => isNamedAnew || of !== undefined && of === source);
}

function understandingOf(
  layout: FileLayout,
  asked: ImportFormat,
  ground: Understanding["ground"],
  { ignored = [], map = NO_MAP }: FormatWish,
): Understood {
  const ticked = withTicks(withBest(asked, layout, ignored), layout);
  const unread = layout.unknownTo(ticked).filter(({ name }) => !ignored.includes(name));
  // Without a mapped place, look for a place column: reviews of several places must not be published as those of one.
  const place = asked.name === "csv" && ground === "given" && !map.has("place")
    ? suggestFields(unread, new Map([...layout.used(ticked)].filter(([field]) => field !== "place"))).map
      .get("place")
    : undefined;
  const format = place === undefined ? ticked : withMap(ticked, new Map([["place", place]]));
  const used = layout.used(format);
  const leftOver = unread.filter(({ name }) => name !== place && !hasOne(nameWords(name), "trifles"));
  const few = layout.unknownTo(ticked).map(({ name, values }) => {
    return [name, new Set(values.filter((value) => !isEmptyValue(value)).map(plainText))] as const;
  }).filter(([, values]) => values.size <= MOST_STATES);
  return {
    layout,
    format,
    ground,
    table: layout.columns.map(columnSample),
    used,
    leftOver: leftOver.map(({ name }) => name),
    unreadTexts: leftOver.filter(isOfTexts).map(({ name }) => name),
    watched: new Map(few),
    unknownStates: new Map(),
    needs: [],
    doubts: leftOver.flatMap((column) => hidingChoice(column, used)),
  };
}

/** Converts the ratings of a table by a column beside them that has the best one of each row, such as `rating.max`. */
function withBest(format: ImportFormat, { columns }: FileLayout, ignored: readonly string[]): ImportFormat {
  const rating = columns.find(({ name }) => format.fields.rating.includes(name));
  if (format.best !== undefined || rating === undefined) return format;
  const around = (name: string) => name.slice(0, name.lastIndexOf(".") + 1);
  const numberIn = (value: unknown) => Number(String(value ?? "").replace(",", "."));
  const best = columns.find(({ name, values }) => {
    const words = nameWords(name.slice(around(name).length));
    const isNamed = hasOne(words, "best") &&
      words.every((word) => hasOne([word], "best") || nameRank("rating", word) !== null);
    return isNamed && around(name) === around(rating.name) && !ignored.includes(name) &&
      rating.values.every((value, row) => isEmptyValue(value) || numberIn(values[row]) >= Math.max(2, numberIn(value)));
  });
  return best === undefined ? format : { ...format, scale: undefined, best: best.name };
}

/** Reads a status column with ticks alone ("x" in some rows) as consent: rows without a tick are not published. */
function withTicks(format: ImportFormat, { columns }: FileLayout): ImportFormat {
  const isTick = ({ name, values }: SampledColumn) => {
    const there = values.filter((value) => !isEmptyValue(value));
    return format.fields.status.includes(name) && there.length < values.length && new Set(there).size === 1 &&
      !(readFlag(there[0], false) instanceof ValueFault);
  };
  const ticks = columns.filter(isTick).map(({ name }) => name);
  if (format.name !== "csv" || ticks.length === 0) return format;
  const status = format.fields.status.filter((name) => !ticks.includes(name));
  return { ...format, fields: { ...format.fields, status, consent: [...format.fields.consent, ...ticks] } };
}

function outline(document: unknown): string {
  if (Array.isArray(document)) return "an array";
  if (!isJsonObject(document)) return "neither an object nor an array";
  return `an object with the members ${listedNames(Object.keys(document))}`;
}
