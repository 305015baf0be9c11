import { ImportFileError } from "../bytes/import_file_error.ts";
import { COLUMN_SEPARATOR, type ImportFormat, importFormat, type ReviewFields } from "./import_format.ts";

/** The fields of a review to which a column can be mapped. */
export const MAPPED_FIELDS = [
  "id",
  "author",
  "anonymous",
  "author_avatar_url",
  "rating",
  "recommendation",
  "date",
  "text",
  "title",
  "source",
  "source_url",
  "reply_text",
  "reply_date",
  "verified",
  "status",
  "consent",
  "hidden",
  "place",
  "photos",
  "product",
  "visit_type",
] as const satisfies readonly (keyof ReviewFields)[];

/** A field to which a column can be mapped. */
export type MappedField = (typeof MAPPED_FIELDS)[number];

/** A column map: fields of a review, and the column or path of each. */
export type FieldMap = ReadonlyMap<string, string>;

/** Fields of which every column counts: each of them can keep a review, or the name of its author, back. */
export const STATE_FIELDS: readonly MappedField[] = ["status", "consent", "hidden", "anonymous"];

/**
 * Creates the format of a file with a column map: CSV, or JSON whose members are named by paths (`author.name`).
 *
 * @param map Fields of a review and the column of each.
 * @throws {ImportFileError} If the map has an unknown field or lacks a required one.
 */
export function mappedFormat(map: FieldMap): ImportFormat {
  assertFields(map);
  if (!map.has("recommendation")) requireField(map, "rating");
  requireField(map, "date");
  return importFormat({
    name: "csv",
    containers: ["csv", "json"],
    marks: mappedColumns(map),
    fields: Object.fromEntries(map),
    source: "csv",
  });
}

/** Whether a map says enough for a format of its own; if not, it can only change a known one. */
export function isWholeMap(map: FieldMap): boolean {
  return map.has("date") && (map.has("rating") || map.has("recommendation"));
}

/**
 * A known format in which the map names other columns for some fields.
 *
 * @throws {ImportFileError} If the map has an unknown field.
 */
export function withMap(format: ImportFormat, map: FieldMap): ImportFormat {
  assertFields(map);
  return {
    ...format,
    marks: [...format.marks, ...mappedColumns(map).map((column) => [column])],
    fields: {
      ...format.fields,
      ...Object.fromEntries([...map].map(([field, columns]) => [field, columns.split(COLUMN_SEPARATOR)])),
    },
  };
}

function assertFields(map: FieldMap): void {
  for (const field of map.keys()) {
    if ((MAPPED_FIELDS as readonly string[]).includes(field)) continue;
    throw new ImportFileError(
      `--map does not know the field "${field}": give one of ${MAPPED_FIELDS.join(", ")}.`,
    );
  }
}

/** All columns that a map names. */
export function mappedColumns(map: FieldMap): readonly string[] {
  return [...map.values()].flatMap((columns) => columns.split(COLUMN_SEPARATOR));
}

function requireField(map: FieldMap, field: string): void {
  if (map.has(field)) return;
  throw new ImportFileError(
    `No column is mapped to ${field}, which the format "csv" needs: add --map ${field}=COLUMN.`,
  );
}
