import { getOrMake } from "../../../domain/get_or_make.ts";
import {
  comparableName,
  inOneLanguage,
  isEmptyValue,
  isJsonObject,
  isOfWords,
  type Names,
  plainText,
} from "../cells/source_row.ts";
import { listedNames } from "../cells/row_reader.ts";
import type { SampledColumn } from "./column_table.ts";
import { COLUMN_SEPARATOR, type ImportFormat, isReadWhole, MAPPED_FIELDS, type MappedField } from "./import_format.ts";
import type { RowGroup } from "./row_groups.ts";

/** Number of first rows that show the format of a file. One row alone may be broken or lack members. */
export const SAMPLED_ROWS = 500;
const MOST_ITEMS = 5;
const MOST_STEPS = 6;

/** The columns and rows of a file, as one format finds them. */
export class FileLayout {
  /** @param found The rows of a document; null for a table, whose rows are the same for every format. */
  constructor(readonly columns: readonly SampledColumn[], readonly found: readonly RowGroup[] | null) {}

  hasAll(marks: readonly Names[]): boolean {
    return marks.every((names) => names.some((name) => this.columns.some((column) => this.#holds(column, name))));
  }

  /** The names of all columns, for messages. */
  get names(): string {
    return listedNames([...new Set(this.columns.map(({ name }) => name))]);
  }

  /** The column from which each field of a format is read. */
  used(format: ImportFormat): ReadonlyMap<MappedField, string> {
    const filled = this.columns.filter(({ values }) => !values.every(isEmptyValue));
    return new Map(MAPPED_FIELDS.flatMap((field) => {
      const isThere = (name: string) => filled.find((column) => this.#holds(column, name));
      const columns = [...new Set(format.fields[field].flatMap((name) => isThere(name)?.name ?? []))];
      const read = isReadWhole(format, field) ? columns : columns.slice(0, 1);
      return read.length === 0 ? [] : [[field, read.join(COLUMN_SEPARATOR)] as const];
    }));
  }

  /** Whether a column holds the values of a name. One of words or numbers has no members inside. */
  #holds({ name: column, values }: SampledColumn, name: string): boolean {
    const isTable = this.found === null;
    const isInside = name.length > column.length && !isTable && !name.endsWith("*");
    const isPlain = (value: unknown) => !isEmptyValue(value) && !/^[[{]/.test(plainText(value));
    return denotes(name, column, isTable) && !(isInside && values.some(isPlain));
  }

  /** The columns that a format neither reads nor lists as ignored. */
  unknownTo(format: ImportFormat): readonly SampledColumn[] {
    return this.columns.filter(({ name, values }) =>
      !values.every(isEmptyValue) && !isKnown(format, name, this.found === null)
    );
  }
}

/** Whether a format reads a column or lists it as ignored. */
export function isKnown(format: ImportFormat, column: string, isTable: boolean): boolean {
  const known: readonly Names[] = [
    ...Object.values(format.fields),
    ...Object.values(format.place ?? {}),
    ...format.textParts.map(({ names }) => names),
    format.only?.names ?? [],
    format.ignored ?? [],
    format.best === undefined ? [] : [format.best],
  ];
  return known.some((names) => names.some((name) => denotes(name, column, isTable)));
}

/**
 * Whether a name of a format denotes a column, a member inside it or an object around it. A final `*` matches any rest.
 */
function denotes(name: string, column: string, isTable: boolean): boolean {
  const [wanted, there] = isTable ? [comparableName(name), comparableName(column)] : [name, column];
  if (wanted.endsWith("*")) return there.startsWith(wanted.slice(0, -1));
  return wanted === there || there.startsWith(`${wanted}.`) || wanted.startsWith(`${there}.`);
}

/** The members of a document's rows as columns, nested ones named by path. Each has one value per row of the sample. */
export function memberColumns(rows: readonly unknown[], plainRow?: ImportFormat["plainRow"]): readonly SampledColumn[] {
  const columns = new Map<string, unknown[]>();
  let count = 0;
  for (const row of rows.filter(isJsonObject)) {
    const members = new Map<string, unknown>();
    collect(plainRow?.(row) ?? row, "", members);
    // After the sample, take only rows that have a new column.
    const isNew = ([path, value]: [string, unknown]) => !columns.has(path) && !isEmptyValue(value);
    if (count >= SAMPLED_ROWS && ![...members].some(isNew)) continue;
    for (const [path, value] of members) getOrMake(columns, path, () => [])[count] = value;
    count++;
  }
  return Array.from(columns, ([name, values]) => ({ name, values: Array.from({ ...values, length: count }) }));
}

function collect(given: unknown, path: string, members: Map<string, unknown>): void {
  const value = inOneLanguage(given);
  if (isJsonObject(value) && path.split(".").length < MOST_STEPS) {
    for (const [name, member] of Object.entries(value)) {
      collect(member, path === "" ? name : `${path}.${name}`, members);
    }
    return;
  }
  if (Array.isArray(value) && isJsonObject(value[0])) {
    collect(value[0], `${path}.0`, members);
    // Of further objects only members that hold words in one of them, such as those of further replies.
    const items = value.slice(1, MOST_ITEMS).map(Object);
    for (const [index, item] of items.entries()) {
      for (const [name, text] of Object.entries(item)) {
        if (items.some((one) => isOfWords(one[name]))) members.set(`${path}.${index + 1}.${name}`, text);
      }
    }
  }
  const isEmptyList = Array.isArray(value) && value.length === 0;
  members.set(path, isEmptyList ? null : typeof value === "object" && value !== null ? plainText(value) : value);
}
