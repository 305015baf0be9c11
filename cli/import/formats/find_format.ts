import type { Container } from "../bytes/file_container.ts";
import { ImportFileError, UnknownFormatError } from "../bytes/import_file_error.ts";
import { comparableName } from "../cells/csv_columns.ts";
import { isJsonObject } from "../cells/object_row.ts";
import { isEmptyValue, type Names } from "../cells/source_row.ts";
import { listedNames } from "../cells/value_fault.ts";
import { guessedOptions, guessMap, mapOptions, type SampledColumn } from "./guess_map.ts";
import type { FoundRows, ImportFormat } from "./import_format.ts";
import { IMPORT_FORMAT_NAMES, IMPORT_FORMATS } from "./import_formats.ts";
import { type FieldMap, isWholeMap, MAPPED_FIELDS, type MappedField, mappedFormat, withMap } from "./mapped_format.ts";
import { rowsUnder } from "./row_groups.ts";
import type { Confirmed, Understanding } from "./understanding.ts";

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
  readonly layoutOf: (format: ImportFormat) => Layout | null;
  readonly isTable: boolean;
  readonly lastDay: string;
}

const HELP = "docs/import.md has the formats";
const SAMPLED_VALUES = 200;
/** Finds the rows of documents that no format knows. */
const ANY_FORMAT = { containers: ["csv", "json"], findRows: rowsUnder("reviews") } as const;

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
  const layoutOf = ({ containers }: Pick<ImportFormat, "containers">) =>
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
  const layoutOf = ({ containers, findRows, plainRow }: ImportFormat) => {
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

function understand(file: UnknownFile, wish: FormatWish, document?: unknown): Understood {
  const named = namedFormat(wish);
  if (named !== null) return given(file, named, wish, document);
  const candidates = IMPORT_FORMATS.flatMap((format) => {
    const layout = file.layoutOf(format);
    return layout === null ? [] : [{ format, layout }];
  });
  // A document without rows fits any format of its layout: take the last, the service's own.
  const fitting = candidates.find(({ format, layout }) => hasAll(file, layout, format.marks)) ??
    candidates.findLast(({ layout }) => !file.isTable && layout.columns.length === 0);
  if (fitting === undefined) return guessed(file, wish, document);
  const { format, layout } = fitting;
  if (format.refusal !== undefined) throw new ImportFileError(`${file.file} ${format.refusal}.`);
  const map = wish.map ?? new Map<string, string>();
  const missing = [...map.values()].find((name) => !hasAll(file, layout, [[name]]));
  if (missing !== undefined) {
    throw new ImportFileError(
      `${file.file} is of the format "${format.name}" and lacks the column "${missing}" that --map names; ` +
        `its columns are ${namesOf(layout)}.`,
    );
  }
  const read = map.size > 0 ? withMap(format, map) : format;
  return { layout, understanding: understanding(file, layout, read, map.size > 0 ? "given" : "known", map) };
}

function given(file: UnknownFile, format: ImportFormat, wish: FormatWish, document: unknown): Understood {
  const layout = file.layoutOf(format);
  if (layout === null || layout.columns.length === 0 && !file.isTable && layout.found === null) {
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

function guessed(file: UnknownFile, wish: FormatWish, document: unknown): Understood {
  const layout = file.layoutOf(ANY_FORMAT as unknown as ImportFormat);
  const columns = layout?.columns ?? [];
  const map = guessMap(columns, file.lastDay);
  const found = `its ${file.isTable ? "columns" : "reviews' keys"} are ${listedNames(columns.map(({ name }) => name))}`;
  if (layout === null || map === null) {
    const keys = columns.length > 0 ? ` whose first element has the keys ${namesOf({ columns })}` : "";
    throw new UnknownFormatError(
      file.isTable
        ? `${file.file} is of no known format; ${found}; ${HELP}; name the columns of any other CSV ` +
          `file with --map, such as --map rating=Stars --map date=Created.`
        : `${file.file} is JSON, but not of a known format: its top level is ${
          outline(document)
        }${keys}; expected an ` +
          `array of reviews or an object with the array "reviews"; ${HELP}.`,
    );
  }
  const options = guessedOptions(columns, file.lastDay) ?? "";
  const confirmed = wish.confirmed?.(columns.map(({ name }) => name)) ?? null;
  if (confirmed !== null) {
    const { format, source, scale, dateOrder, leftOver } = confirmed;
    const map = new Map(Object.entries(confirmed.map));
    const again = given(file, namedFormat({ format, map }) ?? mappedFormat(map), { format, map }, document);
    const read = { ...again.understanding.format, ...source !== undefined && { source }, scale, dateOrder };
    const unseen = again.understanding.leftOver.filter((name) => !leftOver?.includes(name));
    return {
      layout: again.layout,
      understanding: { ...again.understanding, format: read, ground: "remembered", leftOver: unseen },
    };
  }
  if (wish.guess !== true) {
    throw new UnknownFormatError(
      `${file.file} is of no known format; ${found}. If this is what they mean, import it with: ${options}`,
    );
  }
  const scale = Number(/--scale (\d+)/.exec(options)?.[1] ?? NaN);
  const format = { ...mappedFormat(map), ...scale > 0 && { scale } };
  return { layout, understanding: { ...understanding(file, layout, format, "guessed", map), options } };
}

function understanding(
  file: UnknownFile,
  layout: Layout,
  format: ImportFormat,
  ground: Understanding["ground"],
  map: FieldMap,
): Understanding {
  const filled = layout.columns.filter(({ values }) => values.some((value) => !isEmptyValue(value)));
  const columnOf = (name: string) => filled.find((column) => denotes(file, name, column.name))?.name;
  const used = new Map<MappedField, string>(MAPPED_FIELDS.flatMap((field) => {
    const column = format.fields[field].map(columnOf).find((name) => name !== undefined);
    return column === undefined ? [] : [[field, column]];
  }));
  const read = [
    ...Object.values(format.fields),
    ...Object.values(format.place ?? {}),
    ...format.marks,
    ...(format.textParts ?? []).map(({ names }) => names),
    ...[format.ignored ?? []],
  ].flat();
  const leftOver = filled.map(({ name }) => name).filter((name) => !read.some((one) => denotes(file, one, name)));
  const options = [...format.name === "csv" ? [] : [`--format ${format.name}`], mapOptions(map)].join(" ").trim();
  return { format, ground, columns: layout.columns.map(({ name }) => name), used, leftOver, doubts: [], options };
}

function hasAll(file: UnknownFile, { columns }: Layout, marks: readonly Names[]): boolean {
  return marks.every((names) => names.some((name) => columns.some((column) => denotes(file, name, column.name))));
}

/** Whether a name of a format is that of a column, or of something in it or around it. */
function denotes({ isTable }: UnknownFile, name: string, column: string): boolean {
  const [wanted, there] = isTable ? [comparableName(name), comparableName(column)] : [name, column];
  if (wanted.endsWith("*")) return there.startsWith(wanted.slice(0, -1));
  return wanted === there || there.startsWith(`${wanted}.`) || wanted.startsWith(`${there}.`);
}

function namesOf({ columns }: Pick<Layout, "columns">): string {
  return listedNames([...new Set(columns.map(({ name }) => name))]);
}

/** The members of rows as columns, nested ones by their paths. */
function sampled({ groups }: FoundRows, plainRow: ImportFormat["plainRow"]): readonly SampledColumn[] {
  const columns = new Map<string, unknown[]>();
  for (const { rows } of groups) {
    for (const row of rows) if (isJsonObject(row)) collect(plainRow?.(row) ?? row, "", columns);
  }
  return Array.from(columns, ([name, values]) => ({ name, values }));
}

function collect(value: unknown, path: string, columns: Map<string, unknown[]>): void {
  if (isJsonObject(value) && path.split(".").length < 4) {
    for (const [name, member] of Object.entries(value)) {
      collect(member, path === "" ? name : `${path}.${name}`, columns);
    }
    return;
  }
  if (path === "") return;
  const values = columns.get(path) ?? [];
  if (values.length < SAMPLED_VALUES) {
    values.push(isJsonObject(value) || Array.isArray(value) ? JSON.stringify(value) : value);
  }
  columns.set(path, values);
}

function outline(document: unknown): string {
  if (Array.isArray(document)) return "an array";
  if (!isJsonObject(document)) return "neither an object nor an array";
  return `an object with the members ${listedNames(Object.keys(document))}`;
}
