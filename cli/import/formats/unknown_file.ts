import { UnknownFormatError } from "../bytes/file_container.ts";
import { isDay, readDay } from "../cells/read_day.ts";
import { readRating } from "../cells/read_rating.ts";
import { shownValue, ValueFault } from "../cells/row_reader.ts";
import { isEmptyValue } from "../cells/source_row.ts";
import {
  type ColumnProfile,
  columnProfile,
  type ColumnSample,
  columnSample,
  hasOne,
  isFromZero,
} from "./column_profile.ts";
import { statedField } from "./column_fit.ts";
import type { FileLayout } from "./file_layout.ts";
import type { FieldMap } from "./import_format.ts";

/** No column of a file is known to hold ratings or days. Somebody who knows the columns can say which ones do. */
export class UnknownColumnsError extends UnknownFormatError {
  /**
   * @param file Name of the file.
   * @param fields The fields that are known, with the column of each.
   */
  constructor(
    message: string,
    readonly file: string,
    readonly columns: readonly ColumnSample[],
    readonly fields: FieldMap,
  ) {
    super(message);
  }
}

/** The end of a message about a file of no known format. */
export const HELP = "docs/import.md has the formats";
/** Share of fitting values from which a column comes near a field. A name that says the field counts as 1. */
const LEAST_NEARNESS = 0.5;

/** Returns the error of a file in which no column is known to hold ratings or days, with the column that comes near. */
export function unknownFile(
  { file, kind, outline }: { readonly file: string; readonly kind: string; readonly outline: string | null },
  layout: FileLayout | null,
  map: FieldMap,
): UnknownFormatError {
  const missing = NEEDED.filter(({ fields }) => !fields.some((field) => map.has(field)));
  const near = layout === null ? [] : missing.flatMap((one) => nearestColumn(one, layout));
  const isEmpty = outline === null && layout?.columns.every(({ values }) => values.length === 0);
  if (isEmpty) return new UnknownFormatError(`${file} has no rows, only the names of columns: ${layout?.names}.`);
  const unknown = (text: string) => new UnknownColumnsError(text, file, (layout?.columns ?? []).map(columnSample), map);
  const head = layout === null || outline !== null ? null : headingOf(layout);
  if (head === null && near.length > 0 && near.length === missing.length) return unknown(`${file} ${near[0]}`);
  const what = missing.map(({ what }) => what).join(" or ");
  const maps = missing.map(({ fields: [field] }) => `--map ${field}=COLUMN`).join(" ");
  const isBare = layout === null || layout.columns.length === 0;
  const names = isBare ? null : `${layout.names}; none is known to hold ${what}`;
  if (outline === null) {
    const howTo = head === null
      ? `name them with ${maps}, or add a column of ${what.replace(" or ", " and one of ")} to the file`
      : `${JSON.stringify(head)} heads other rows: write it beside them, in a column of dates`;
    return unknown(`${file} is of no known format; its columns are ${names}; ${HELP}; ${howTo}.`);
  }
  const expected = names === null
    ? `; expected an array of reviews or an object with the array "reviews"`
    : ` whose first element has the keys ${names}; name them with ${maps}`;
  return unknown(`${file} is ${kind}, but not of a known format: its top level is ${outline}${expected}; ${HELP}.`);
}

/** A day that stands alone in its row; null if there is none. */
function headingOf({ profiles, lastDay }: FileLayout): string | null {
  const isDayAlone = ({ sampled }: ColumnProfile, row: number) =>
    isDay(sampled[row], { lastDay, order: "dmy", relativeTo: null }) &&
    profiles.every((one) => one.sampled === sampled || !one.filled.has(row));
  for (const column of profiles.filter(({ share }) => share.day > 0)) {
    const row = [...column.filled].find((row) => isDayAlone(column, row));
    if (row !== undefined) return shownValue(column.sampled[row]);
  }
  return null;
}

/** The fields that a map needs. */
const NEEDED = [
  { what: "ratings", fields: ["rating", "recommendation"] },
  { what: "dates", fields: ["date"] },
] as const;

/** The end of the message about the column that comes nearest to a needed field; empty if none comes near. */
function nearestColumn(
  { what, fields: [field] }: typeof NEEDED[number],
  { profiles, lastDay, found }: FileLayout,
): readonly string[] {
  const isDate = field === "date";
  const nearness = (column: ColumnProfile) => {
    const { filled, share, words, wordCount } = column;
    const isNamed = hasOne(words, field) && (wordCount <= Number(!isDate) || statedField(column) === field);
    const fit = isDate ? share.day : Math.max(share.rating, share.verdict);
    return filled.size === 0 ? 0 : fit + Number(isNamed);
  };
  const near = profiles.toSorted((a, b) => nearness(b) - nearness(a))[0];
  if (near === undefined || nearness(near) < LEAST_NEARNESS) return [];
  const scale = near.largest > 5 && near.largest <= 10 ? 10 : null;
  for (const [row, value] of near.sampled.entries()) {
    if (isEmptyValue(value)) continue;
    const fault = isDate
      ? readDay(value, { lastDay, order: "mdy", relativeTo: lastDay })
      : readRating(value, scale, isFromZero(near.name));
    if (!(fault instanceof ValueFault)) continue;
    const shown = JSON.stringify(shownValue(value));
    return [
      `has no column of ${what}: ${shownValue(near.name)} comes near, but has ${shown} in ` +
      `row ${row + 1}${found === null ? " below the names" : ""}; expected ${fault.allowed}. ` +
      `Correct it, or name a column with --map ${field}=COLUMN.`,
    ];
  }
  return [];
}

/**
 * Refuses a file without a header.
 *
 * @throws {UnknownFormatError} If the names of columns are values.
 */
export function refuseHeaderless(file: string, { profiles, lastDay }: FileLayout): void {
  const value = profiles.filter(({ name }) => /\d/.test(name)).find(({ name, share }) => {
    const own = columnProfile({ name: "", values: [name] }, lastDay).share;
    return own.day > 0 || own.number > 0 && share.number > 0.9;
  })?.name;
  if (value === undefined) return;
  const example = shownValue(value);
  throw new UnknownFormatError(
    `${file} begins with values, such as ${example}, and not with the names of its columns: add a line of names.`,
  );
}
