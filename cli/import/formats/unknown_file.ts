import { sentence, type Text } from "../../../domain/sentences/sentence.ts";
import { UnknownFormatError } from "../bytes/file_container.ts";
import { shownValue } from "../cells/row_reader.ts";
import { isEmptyValue } from "../cells/source_row.ts";
import { nameRank } from "./column_names.ts";
import { type ColumnSample, columnSample, isAnyDay } from "./column_table.ts";
import type { FileLayout } from "./file_layout.ts";
import type { FieldMap } from "./import_format.ts";

/** No column of a file is known to hold ratings or days. Somebody who knows the columns can say which ones do. */
export class UnknownColumnsError extends UnknownFormatError {
  /**
   * @param file Name of the file.
   * @param fields The fields that are known, with the column of each.
   */
  constructor(
    text: Text,
    readonly file: string,
    readonly columns: readonly ColumnSample[],
    readonly fields: FieldMap,
  ) {
    super(text);
  }
}

/** The end of a message about a file of no known format. */
export const HELP = "docs/import.md has the formats";

/** The fields that a map needs. */
const NEEDED = [
  { what: "ratings", fields: ["rating", "recommendation"] },
  { what: "dates", fields: ["date"] },
] as const;

/** Returns the error of a file in which no column is known to hold ratings or days. */
export function unknownFile(
  { file, kind, outline }: { readonly file: string; readonly kind: string; readonly outline: string | null },
  layout: FileLayout | null,
  map: FieldMap,
): UnknownFormatError {
  const missing = NEEDED.filter(({ fields }) => !fields.some((field) => map.has(field)));
  const isEmpty = outline === null && layout?.columns.every(({ values }) => values.length === 0);
  if (isEmpty) {
    const names = layout?.names ?? "";
    return new UnknownFormatError(sentence("{file} has no rows, only the names of columns: {names}.", { file, names }));
  }
  const what = missing.map(({ what }) => what).join(" or ");
  const maps = missing.map(({ fields: [field] }) => `--map ${field}=COLUMN`).join(" ");
  const unreadable = missing.map(({ what, fields }) => unreadableColumn(what, fields[0], layout)).join("");
  const unknown = (text: string) => new UnknownColumnsError(text, file, (layout?.columns ?? []).map(columnSample), map);
  if (outline === null) {
    return unknown(
      `${file} is of no known format; its columns are ${layout?.names}; no name says which holds ${what}${unreadable}; ${HELP}; ` +
        `name them with ${maps}, or add a column of ${what.replace(" or ", " and one of ")} to the file.`,
    );
  }
  const isBare = layout === null || layout.columns.length === 0;
  const expected = isBare
    ? `; expected an array of reviews or an object with the array "reviews"`
    : ` whose first element has the keys ${layout.names}; no name says which holds ${what}${unreadable}; name them with ${maps}`;
  return unknown(`${file} is ${kind}, but not of a known format: its top level is ${outline}${expected}; ${HELP}.`);
}

/** The part of a message about a column that is named so, and whose values cannot be read; empty without one. */
function unreadableColumn(what: string, field: string, layout: FileLayout | null): string {
  for (const { name, values } of layout?.columns ?? []) {
    const value = values.find((value) => !isEmptyValue(value));
    if (value === undefined || nameRank(field, name) === null) continue;
    return `, as ${shownValue(name)} has no ${what}: ${JSON.stringify(shownValue(value))}`;
  }
  return "";
}

/**
 * Refuses a file without a header.
 *
 * @throws {UnknownFormatError} If the names of columns are values.
 */
export function refuseHeaderless(file: string, { columns }: FileLayout): void {
  const isNumber = (value: unknown) => /^[-+]?\d+(?:[.,]\d+)?$/.test(String(value).trim());
  const value = columns.filter(({ name }) => /\d/.test(name)).find(({ name, values }) =>
    isAnyDay(name) ||
    isNumber(name) && values.every((value) => isEmptyValue(value) || isNumber(value))
  )?.name;
  if (value === undefined) return;
  throw new UnknownFormatError(
    sentence(
      "{file} begins with values, such as {value}, and not with the names of its columns: add a line of names.",
      { file, value: shownValue(value) },
    ),
  );
}
